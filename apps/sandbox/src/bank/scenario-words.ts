import type { Language } from '../pages/language.ts';

/** What a scenario is called on the console: by its code, in the order zh-TW, zh-CN, en. */
const words: Record<string, readonly [string, string, string]> = {
  '00': ['付款成功', '付款成功', 'Paid'],
  '01': ['拒絕付款', '拒绝付款', 'Declined'],
  '02': ['永不付款', '永不付款', 'Never paid'],
  '03': ['逾期 30 秒才付', '逾期 30 秒才付', 'Paid 30 s late'],
  '04': ['通知 5 次，2 次同時', '通知 5 次，2 次同时', '5 notifies, 2 at once'],
  '05': ['少付 1 元', '少付 1 元', 'Underpaid by 1'],
  '06': ['多付 1 元', '多付 1 元', 'Overpaid by 1'],
  '07': ['先錯誤簽章再正確', '先错误签名再正确', 'Wrong signature first'],
  '08': ['成功後又報失敗', '成功后又报失败', 'Failure after success'],
  '09': ['成功後沖回', '成功后冲回', 'Paid, then reversed'],
  '10': ['建立時卡住 35 秒', '创建时卡住 35 秒', 'Create hangs 35 s'],
  '11': ['建立時 HTTP 500', '创建时 HTTP 500', 'Create fails, HTTP 500'],
  '12': ['建立時回亂碼', '创建时回乱码', 'Create answers garbage'],
  '13': ['付款但不通知', '付款但不通知', 'Paid without notify'],
  '14': ['模擬付款標記', '模拟付款标记', 'Marked as simulated'],
  '15': ['回應前先通知', '响应前先通知', 'Notify before answer'],
  '16': ['通知不存在的訂單', '通知不存在的订单', 'Notify of unknown order'],
};

const place: Record<Language, 0 | 1 | 2> = { 'zh-TW': 0, 'zh-CN': 1, en: 2 };

export const scenarioWords = (code: string, language: Language): string =>
  words[code]?.[place[language]] ?? code;
