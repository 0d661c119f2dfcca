/** PHP 8, with nothing but its own extensions. */
export const php = {
  collect: `<?php
$origin = getenv('SUANPAN_ORIGIN') ?: '__ORIGIN__';
$key = getenv('SUANPAN_KEY');
$secret = getenv('SUANPAN_SECRET');

function sign($secret, $method, $path, $query, $timestamp, $nonce, $body) {
    $text = implode("\\n", [$method, $path, $query, $timestamp, $nonce, hash('sha256', $body)]);
    return hash_hmac('sha256', $text, $secret);
}

$path = '/api/v2/collections';
$body = json_encode(array_filter([
    'order_no' => 'T' . hrtime(true),
    'amount' => '1500.00',
    'currency' => '__CURRENCY__',
    'payer' => ['name' => 'Wang Xiaoming'],
    'notify_url' => getenv('SUANPAN_NOTIFY_URL') ?: null,
]), JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
$timestamp = (string) time();
$nonce = bin2hex(random_bytes(16));
$answer = file_get_contents($origin . $path, false, stream_context_create(['http' => [
    'method' => 'POST',
    'ignore_errors' => true,
    'header' => implode("\\r\\n", [
        'Content-Type: application/json',
        "X-Api-Key: $key",
        "X-Timestamp: $timestamp",
        "X-Nonce: $nonce",
        'X-Signature: ' . sign($secret, 'POST', $path, '', $timestamp, $nonce, $body),
    ]),
    'content' => $body,
]]));
$status = (int) explode(' ', $http_response_header[0])[1];
echo $status, ' ', $answer, "\\n";
exit($status < 300 ? 0 : 1);
`,
  verify: `<?php
// The raw body, byte for byte: parse it only after this has said yes.
function is_ours(array $headers, string $rawBody, string $secret): bool {
    $timestamp = $headers['webhook-timestamp'];
    if (abs(time() - (int) $timestamp) > 300) return false;
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $text = $headers['webhook-id'] . '.' . $timestamp . '.' . $rawBody;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $text, $key, true));
    // Two signatures stand there while a secret is rotated.
    foreach (explode(' ', $headers['webhook-signature']) as $given) {
        if (hash_equals($expected, $given)) return true;
    }
    return false;
}

$headers = json_decode(getenv('WEBHOOK_HEADERS'), true);
$ours = is_ours($headers, file_get_contents('php://stdin'), getenv('SUANPAN_WEBHOOK_SECRET'));
echo $ours ? 'verified' : 'refused', "\\n";
`,
} as const;
