package dev.tare.broken.unit;

import javax.crypto.Cipher;

record ImportsCornerOfTheJdk(Cipher cipher) {}
