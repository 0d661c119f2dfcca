/**
 * Every other call that writes: it takes neither a fresh proof of who one is nor a second person, and this is why. What a
 * visitor may call changes nothing (while-acting.ts), and what is public has no person to ask for.
 */
export const needsNobody: Readonly<Record<string, string>> = {
  // It ends, or takes away, and lets nothing happen.
  'POST /admin/approvals/{id}/refuse': 'it ends without an effect',
  'POST /admin/approvals/{id}/withdraw': 'his own ends without an effect',
  'DELETE /exports/{id}': 'his own file goes',
  'DELETE /shadowUsers/grants/{id}': 'nobody acts for him any more',
  'DELETE /shadowUsers/sessions/{id}': 'somebody is shown out',
  'DELETE /users/self/sessions': 'his own sessions end',
  'DELETE /users/self/sessions/{session_id}': 'his own session ends',
  'DELETE /users/{id}/sessions': 'his sessions end',
  'DELETE /users/{id}/sessions/{session_id}': 'his session ends',
  'DELETE /users/{self}/sub/{id}': 'an account that never got anything goes',
  'DELETE /roles/{id}': 'nobody has it any more when it goes',
  'DELETE /manage/managers/{id}': 'he is switched off',
  // It asks for something that others decide, or says again what was said.
  'POST /collection/deposits': 'a second person finds the money',
  'POST /collection/transactions/{id}/reissue': 'it is told again as it stands',
  'POST /collection/transactions/{id}/callback': 'it is told again as it stands',
  'POST /payment/transactions/{id}/reissue': 'it is told again as it stands',
  'POST /payment/transactions/{id}/callback': 'it is told again as it stands',
  'POST /payment/transactions/{id}/lock': 'for three minutes nobody else decides',
  'POST /payment/transactions/{id}/unlock': 'others decide again',
  'POST /admin/checkBalance': 'the books are looked at',
  'POST /admin/operationLogs/verify': 'the log is looked at',
  'POST /admin/pushSystemMsg': 'a notice is text',
  'POST /admin/pushSystemMsg/audience': 'those who would read it are counted',
  // It is his own, and shows.
  'POST /users/notifications/markAsRead': 'of oneself',
  'PUT /users/preferences/{key}': 'of oneself',
  'PUT /users/self/profile': 'of oneself',
  'POST /2FA': 'of oneself, at the door, with a code of the new one',
  'PUT /settings/oem': 'name, colour and picture of the house',
  // Accounts: what is made has nothing, and what is given it waits; a cool-down follows what is reset.
  'POST /roles': 'nobody has it yet, and it holds no more than its maker',
  'PUT /manage/managers/{id}': 'name and role; more rights wait by the role',
  'POST /manage/managers/{id}/link': 'its owner sets his password himself; a cool-down follows',
  'POST /customers': 'an account below, which is its maker’s person',
  'POST /subagents': 'an account below, which is its maker’s person',
  'POST /middlemen': 'an account below, which is its maker’s person',
  'POST /agents': 'an account below, which is its maker’s person',
  'POST /users/{self}/sub': 'an account below, without rights',
  'PATCH /users/{id}': 'what he is called, and how his money comes to him from now on',
  'POST /users/{id}/password': 'its owner sets his password himself; a cool-down follows',
  'POST /users/{id}/paymentPassword': 'it is taken away; its owner sets it, and a cool-down follows',
  'PUT /users/{id}/ipWhitelist': 'it lets nobody in who has no password and code',
  'POST /users/{id}/status':
    'whoever stands above switches him off, and on again with his own person in the log',
  'POST /users/{id}/agent': 'open orders and money are waited for',
  'POST /customers/{id}/bind': 'whoever is bound earns by the prices that stand',
  'DELETE /customers/{id}/bind': 'nobody earns there any more',
  // Protection: it keeps out, or lets in who still has to sign in.
  'POST /settings/blockedIpAddresses': 'somebody is kept out',
  'DELETE /settings/blockedIpAddresses/{id}': 'whoever comes back still has to sign in',
  'POST /settings/blockLists': 'somebody is kept out',
  'DELETE /settings/blockLists/{id}': 'what he pays or gets is looked at as before',
  'POST /settings/firewall': 'somebody is slowed down',
  'PUT /settings/firewall/{id}': 'whoever is let in still has to sign in',
  'DELETE /settings/firewall/{id}': 'whoever is let in still has to sign in',
  'POST /settings/firewall/bans/{id}/lift': 'whoever comes back still has to sign in',
  // Only where there is a demo.
  'POST /demo/startOver': 'all of it is play',
  'POST /admin/operate/clock': 'all of it is play',
};
