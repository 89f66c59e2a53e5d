Feature: Cart

  Scenario: A total
    Given a cart with 2 lamps
    When the total is read
    Then nothing is allocated

  Scenario Outline: A boxed total
    Given a cart with <lamps> lamps
    Then its boxed total allocates at most "0 B"

    Examples:
      | lamps |
      | 0     |
      | 3     |
