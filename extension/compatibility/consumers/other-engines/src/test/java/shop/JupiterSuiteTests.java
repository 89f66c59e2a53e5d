package shop;

import org.junit.platform.suite.api.IncludeEngines;
import org.junit.platform.suite.api.SelectClasses;
import org.junit.platform.suite.api.Suite;

@Suite
@SelectClasses(ShopChecks.class)
@IncludeEngines("junit-jupiter")
class JupiterSuiteTests {}
