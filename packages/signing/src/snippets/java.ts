/** Java 17 or newer; `java Collect.java` runs it without a build. */
export const java = {
  collect: `import java.net.URI;
import java.net.http.*;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Collect {
  static String sign(String secret, String method, String path, String query, String timestamp, String nonce, byte[] body)
      throws Exception {
    String digest = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
    String text = String.join("\\n", method, path, query, timestamp, nonce, digest);
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
  }

  public static void main(String[] args) throws Exception {
    Map<String, String> env = System.getenv();
    String origin = env.getOrDefault("SUANPAN_ORIGIN", "__ORIGIN__");
    String path = "/api/v2/collections";
    String notify = env.get("SUANPAN_NOTIFY_URL");
    String json = "{\\"order_no\\":\\"T" + System.nanoTime() + "\\",\\"amount\\":\\"1500.00\\",\\"currency\\":\\"__CURRENCY__\\","
        + "\\"payer\\":{\\"name\\":\\"Wang Xiaoming\\"}"
        + (notify == null ? "" : ",\\"notify_url\\":\\"" + notify + "\\"") + "}";
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    String timestamp = String.valueOf(Instant.now().getEpochSecond());
    String nonce = UUID.randomUUID().toString();
    HttpRequest request = HttpRequest.newBuilder(URI.create(origin + path))
        .header("Content-Type", "application/json")
        .header("X-Api-Key", env.get("SUANPAN_KEY"))
        .header("X-Timestamp", timestamp)
        .header("X-Nonce", nonce)
        .header("X-Signature", sign(env.get("SUANPAN_SECRET"), "POST", path, "", timestamp, nonce, body))
        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
        .build();
    HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    System.out.println(answer.statusCode() + " " + answer.body());
    System.exit(answer.statusCode() < 300 ? 0 : 1);
  }
}
`,
  verify: `import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.*;
import java.util.regex.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Verify {
  // The raw body, byte for byte: parse it only after this has said yes.
  static boolean isOurs(String id, String timestamp, String signature, byte[] rawBody, String secret) throws Exception {
    if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > 300) return false;
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
    mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
    byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(rawBody))).getBytes(StandardCharsets.UTF_8);
    // Two signatures stand there while a secret is rotated.
    for (String given : signature.split(" ")) {
      if (MessageDigest.isEqual(expected, given.getBytes(StandardCharsets.UTF_8))) return true;
    }
    return false;
  }

  static String header(String headers, String name) {
    Matcher found = Pattern.compile("\\"" + name + "\\":\\"([^\\"]*)\\"").matcher(headers);
    return found.find() ? found.group(1) : "";
  }

  public static void main(String[] args) throws Exception {
    String headers = System.getenv("WEBHOOK_HEADERS");
    boolean ours = isOurs(header(headers, "webhook-id"), header(headers, "webhook-timestamp"),
        header(headers, "webhook-signature"), System.in.readAllBytes(), System.getenv("SUANPAN_WEBHOOK_SECRET"));
    System.out.println(ours ? "verified" : "refused");
  }
}
`,
} as const;
