// Asks for the payer's order while the page is still on its way; pay-api.ts takes the answer up.
(function () {
  const token = /^#\/\w+\?(?:.*&)?t=([A-Za-z0-9_-]{16,64})/.exec(location.hash)?.[1];
  if (token === undefined) return;
  const chosen = /(?:^|;\s*)lang=(tw|cn|en)(?:;|$)/.exec(document.cookie)?.[1] ?? 'tw';
  const locale = { tw: 'zh-TW', cn: 'zh-CN', en: 'en' }[chosen];
  const answer = fetch(`/api/checkout/${token}`, { headers: { 'X-LOCALIZATION': locale } });
  // Whoever takes it up sees that it failed; a page that never does has nothing to say of it.
  answer.catch(() => undefined);
  window.payOrder = { token, locale, askedAtMs: Date.now(), answer };
})();
