package dev.tare.internal.jupiter;

import dev.tare.extension.TareConfigurationException;
import dev.tare.extension.ValueHolder;
import dev.tare.internal.agent.KotlinNames;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import org.apiguardian.api.API;

/** Parameters through which a test hands values over. */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class HolderParameters {

  private static final String PACKAGES = "[\\w.$]*[.$](?=\\w)";

  private HolderParameters() {}

  /**
   * Refuses parameters without an annotation of a test whose values have no other.
   *
   * @throws TareConfigurationException if there is one; the message shows an annotation for it
   */
  public static void refuseUnlimited(Class<?> testClass, Method test) {
    for (Parameter parameter : test.getParameters()) {
      if (ValueHolder.class.isAssignableFrom(parameter.getType())
          && !MeasuredAnnotations.areOn(parameter)) {
        String declared =
            parameter.getParameterizedType().getTypeName().replaceAll(PACKAGES, "")
                + " "
                + parameter.getName();
        throw new TareConfigurationException(
            "%s of %s.%s(): nothing limits the value; add an annotation to the parameter, for example %s %s"
                .formatted(
                    declared,
                    AnnotationSite.shortName(testClass),
                    KotlinNames.sourceName(test),
                    declared.startsWith("Released")
                        ? "@MustBeCollected"
                        : "@MaxRetainedSize(\"4 KiB\")",
                    declared));
      }
    }
  }
}
