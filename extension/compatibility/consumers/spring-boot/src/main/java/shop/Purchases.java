package shop;

import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

public interface Purchases extends JpaRepository<Purchase, Long> {

  List<Purchase> findByCustomer(String customer);

  @Query("select distinct p from Purchase p left join fetch p.items")
  List<Purchase> findAllWithItems();
}
