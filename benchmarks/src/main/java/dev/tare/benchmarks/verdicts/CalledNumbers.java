package dev.tare.benchmarks.verdicts;

import java.math.BigInteger;
import java.time.LocalDate;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.zip.CRC32;

/** Works that compute with numbers. */
final class CalledNumbers {

  private CalledNumbers() {}

  /** Clears the bits of a number one by one. */
  public static final class BitClearing extends CalledWork {
    private long value = 0x9E37_79B9_7F4A_7C15L;

    @Override
    public long work() {
      long cleared = 0;
      for (int i = 0; i < rounds; i++) {
        value += 0x9E37_79B9_7F4A_7C15L;
        for (long left = value; left != 0; left &= left - 1) {
          cleared++;
        }
      }
      return cleared;
    }
  }

  /** Computes a checksum of bytes with a table. */
  public static final class Checksum extends CalledWork {
    private final int[] table = new Random(1).ints(256).toArray();
    private final byte[] bytes = new byte[40];
    private int sum;

    @Override
    public long work() {
      for (int i = 0; i < rounds; i++) {
        bytes[i % bytes.length]++;
        for (byte one : bytes) {
          sum = sum >>> 8 ^ table[(sum ^ one) & 255];
        }
      }
      return sum;
    }
  }

  /** Computes the JDK's CRC of 256 bytes. */
  public static final class Crc extends CalledWork {
    private final byte[] bytes = new byte[256];
    private final CRC32 crc = new CRC32();

    @Override
    public long work() {
      for (int i = 0; i < rounds; i++) {
        bytes[i % bytes.length]++;
        crc.update(bytes, 0, bytes.length);
      }
      return crc.getValue();
    }
  }

  /** Hashes 48 bytes. */
  public static final class Hashing extends CalledWork {
    private final byte[] bytes = new byte[48];
    private int hash;

    @Override
    public long work() {
      for (int i = 0; i < rounds; i++) {
        bytes[i % bytes.length] = (byte) hash;
        for (byte one : bytes) {
          hash = (hash ^ one) * 16_777_619;
        }
      }
      return hash;
    }
  }

  /** Multiplies and divides big numbers. */
  public static final class BigNumbers extends CalledWork {
    private final BigInteger modulus = BigInteger.TWO.pow(127).subtract(BigInteger.ONE);
    private BigInteger state = new BigInteger("170141183460469231731687303715884105");

    @Override
    public long work() {
      for (int i = 0; i < rounds; i++) {
        state = state.multiply(state).add(BigInteger.TEN).mod(modulus);
      }
      return state.longValue();
    }
  }

  /** Multiplies matrices of 4 by 4. */
  public static final class Matrix extends CalledWork {
    private final double[][] factor = new double[4][4];
    private double[][] product = new double[4][4];

    /** Fills both. */
    public Matrix() {
      for (int i = 0; i < 16; i++) {
        factor[i / 4][i % 4] = i % 5 == 0 ? 1 : 1e-3 * i;
        product[i / 4][i % 4] = i;
      }
    }

    @Override
    public long work() {
      for (int i = 0; i < rounds; i++) {
        double[][] next = new double[4][4];
        for (int row = 0; row < 4; row++) {
          for (int column = 0; column < 4; column++) {
            double sum = 0;
            for (int k = 0; k < 4; k++) {
              sum += product[row][k] * factor[k][column];
            }
            next[row][column] = sum > 1e6 ? 1 : sum;
          }
        }
        product = next;
      }
      return (long) product[3][3];
    }
  }

  /** Computes Fibonacci numbers by calling itself. */
  public static final class Recursion extends CalledWork {
    private int turn;

    @Override
    public long work() {
      long sum = 0;
      for (int i = 0; i < rounds; i++) {
        turn = (turn + 1) & 1;
        sum += fibonacci(7 + turn);
      }
      return sum;
    }

    private int fibonacci(int n) {
      return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }
  }

  /** Draws bounded random numbers. */
  public static final class RandomNumbers extends CalledWork {
    private final SplittableRandom random = new SplittableRandom(1);

    @Override
    public long work() {
      long sum = 0;
      for (int i = 0; i < rounds; i++) {
        for (int k = 0; k < 8; k++) {
          sum += random.nextInt(1_000);
        }
      }
      return sum;
    }
  }

  /** Finds common divisors. */
  public static final class Divisors extends CalledWork {
    private int turn;

    @Override
    public long work() {
      long sum = 0;
      for (int i = 0; i < rounds; i++) {
        turn = (turn + 1) & 63;
        int a = 832_040 + 7 * turn;
        int b = 514_229;
        while (b != 0) {
          int rest = a % b;
          a = b;
          b = rest;
        }
        sum += a;
      }
      return sum;
    }
  }

  /** Adds days and months to dates. */
  public static final class Dates extends CalledWork {
    private LocalDate date = LocalDate.of(2_000, 2, 29);

    @Override
    public long work() {
      for (int i = 0; i < rounds; i++) {
        date = date.plusDays(45).plusMonths(1);
        if (date.getYear() > 2_400) {
          date = date.withYear(2_000);
        }
      }
      return date.toEpochDay();
    }
  }
}
