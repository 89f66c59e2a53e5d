package shop;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.autoconfigure.orm.jpa.DataJpaTest;

/** Spring Boot's own annotation, which is in another package in each version. */
@DataJpaTest(showSql = false)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface JpaSlice {}
