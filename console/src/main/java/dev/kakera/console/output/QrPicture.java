package dev.kakera.console.output;

import com.google.zxing.BarcodeFormat;
import com.google.zxing.EncodeHintType;
import com.google.zxing.WriterException;
import com.google.zxing.common.BitMatrix;
import com.google.zxing.qrcode.QRCodeWriter;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import java.util.Map;

/**
 * A QR code as text: two modules in each letter, one over the other, light on whatever is dark, as
 * a terminal mostly is.
 */
public final class QrPicture {
  private static final int QUIET_MODULES = 2;

  private QrPicture() {}

  /** Lines, each ended. */
  public static String of(String text) {
    BitMatrix matrix;
    try {
      matrix =
          new QRCodeWriter()
              .encode(
                  text,
                  BarcodeFormat.QR_CODE,
                  0,
                  0,
                  Map.of(
                      EncodeHintType.ERROR_CORRECTION,
                      ErrorCorrectionLevel.L,
                      EncodeHintType.MARGIN,
                      QUIET_MODULES));
    } catch (WriterException e) {
      throw new IllegalStateException("no QR code can be made of so long a text", e);
    }
    StringBuilder picture = new StringBuilder();
    for (int row = 0; row < matrix.getHeight(); row += 2) {
      for (int column = 0; column < matrix.getWidth(); column++) {
        boolean upper = !matrix.get(column, row);
        boolean lower = row + 1 < matrix.getHeight() && !matrix.get(column, row + 1);
        picture.append(upper ? lower ? '█' : '▀' : lower ? '▄' : ' ');
      }
      picture.append('\n');
    }
    return picture.toString();
  }
}
