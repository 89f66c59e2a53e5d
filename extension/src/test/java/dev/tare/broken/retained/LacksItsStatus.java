package dev.tare.broken.retained;

import org.apiguardian.api.API;

@API(status = API.Status.EXPERIMENTAL)
public @interface LacksItsStatus {}
