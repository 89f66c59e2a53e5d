insert into purchase (id, customer) values (-1, 'Ada'), (-2, 'Ada'), (-3, 'Grace');
insert into item (id, purchase_id, product, cents) values (-1, -1, 'plum', 300), (-2, -1, 'pear', 250);
insert into item (id, purchase_id, product, cents) values (-3, -2, 'fig', 120), (-4, -3, 'lemon', 80);
