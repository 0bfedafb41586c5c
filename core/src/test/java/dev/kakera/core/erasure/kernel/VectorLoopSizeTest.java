package dev.kakera.core.erasure.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Why this matters is told in {@link VectorQuads}. */
class VectorLoopSizeTest {
  /** HotSpot's FreqInlineSize: a longer method never becomes part of its caller's code. */
  private static final int LARGEST_INLINED = 325;

  @ParameterizedTest
  @ValueSource(strings = {"VectorQuads", "VectorPairs"})
  void noLoopIsSmallEnoughToBecomePartOfItsCaller(String name) throws IOException {
    Map<String, Integer> loops = loops(name);

    assertThat(loops).isNotEmpty();
    assertThat(loops).allSatisfy((loop, size) -> assertThat(size).isGreaterThan(LARGEST_INLINED));
  }

  /** Bytes of code of each public method that takes a block. */
  private static Map<String, Integer> loops(String name) throws IOException {
    Map<String, Integer> sizes = new HashMap<>();
    try (InputStream in = VectorKernel.class.getResourceAsStream(name + ".class")) {
      for (var method : ClassFile.of().parse(in.readAllBytes()).methods()) {
        if (method.flags().has(AccessFlag.PUBLIC)
            && method.methodType().stringValue().contains("Block;")) {
          method
              .code()
              .ifPresent(
                  code ->
                      sizes.put(
                          method.methodName().stringValue(), ((CodeAttribute) code).codeLength()));
        }
      }
    }
    return sizes;
  }
}
