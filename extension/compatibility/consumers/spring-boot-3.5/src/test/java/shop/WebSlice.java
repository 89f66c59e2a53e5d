package shop;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.autoconfigure.web.servlet.WebMvcTest;

/** Spring Boot's own annotation, which is in another package in each version. */
@WebMvcTest
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface WebSlice {}
