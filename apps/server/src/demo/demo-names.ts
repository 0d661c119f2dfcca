/**
 * The people, companies and goods of the demo, all invented, and Taiwan's holidays. Keys are the user names, channel
 * codes and dates under which the rest of the demo speaks of them.
 */

/** What the demo calls each of its users. */
export const userNames: Readonly<Record<string, string>> = {
  'admin.lin': '林管理',
  'admin.chen': '陳管理',
  'manager.wu': '吳經理',
  'manager.new': '新進經理',
  'support.hsu': '許客服',
  'agent.yitong': '易通支付',
  'agent.hengxin': '恆信金流',
  'agent.lanhai': '藍海匯',
  'staff.yitong': '易通營運',
  'ga.north': '北區代理',
  'ga.south': '南區代理',
  'ga.central': '中區代理',
  'ga.east': '東區代理',
  'ga.harbor': '港都代理',
  'ref.kuo': '郭中人',
  qingniao: '青鳥書店',
  shanhai: '山海咖啡',
  xingji: '星際遊戲',
  haorizi: '好日子選物',
  yunduan: '雲端學堂',
  zaojiao: '阿嬤的灶腳',
  dianjing: '極光電競',
  shuibei: '一杯水設計',
  hailan: '海藍旅遊',
  yuandian: '原點單車',
  yueguang: '月光售票',
  pacific: 'Pacific Digital',
  'qingniao.clerk': '青鳥門市',
  'xingji.finance': '星際財務',
};

/** What payers buy from each merchant. */
export const products: Readonly<Record<string, readonly string[]>> = {
  qingniao: ['小說三冊', '兒童繪本', '雜誌年訂閱', '考試用書', '文具組'],
  shanhai: ['手沖咖啡豆', '濾掛咖啡禮盒', '隨行杯', '咖啡課程', '門市儲值'],
  xingji: ['星鑽 300', '星鑽 980', '月卡', '新手禮包', '戰鬥通行證'],
  haorizi: ['香氛蠟燭', '棉麻抱枕', '陶瓷餐具', '手工皂禮盒', '桌曆'],
  yunduan: ['資料分析課程', '日語入門', '線上家教十堂', '證照題庫', '年度會員'],
  zaojiao: ['滷味拼盤', '年菜預購', '手工水餃', '古早味便當', '牛肉麵組'],
  dianjing: ['機械鍵盤', '電競滑鼠', '耳機', '賽事門票', '點數卡'],
  shuibei: ['玻璃杯組', '保溫瓶', '水壺刻字', '設計海報'],
  hailan: ['花蓮兩日遊', '蘭嶼潛水', '離島船票', '飯店訂金', '日本鐵路券'],
  yuandian: ['公路車保養', '安全帽', '車衣', '輪組', '單車出租'],
  yueguang: ['演唱會門票', '舞台劇門票', '展覽早鳥票', '音樂節三日票'],
  pacific: ['Cloud credits', 'Domain renewal', 'Game keys', 'Software licence'],
};

export const surnames = [
  ...'陳林黃張李王吳劉蔡楊許鄭謝郭洪曾邱廖賴周徐蘇葉莊呂江何蕭羅高潘簡朱鍾彭游詹胡施沈',
] as const;

export const givenNames = [
  '家豪',
  '志明',
  '俊傑',
  '建宏',
  '冠宇',
  '宗翰',
  '柏翰',
  '彥廷',
  '承恩',
  '宇軒',
  '品睿',
  '子晴',
  '雅婷',
  '怡君',
  '欣怡',
  '詩涵',
  '佳穎',
  '淑芬',
  '美玲',
  '麗華',
  '心怡',
  '筱涵',
  '郁婷',
  '思妤',
  '雅雯',
  '惠如',
  '靜宜',
  '佩珊',
  '宜蓁',
  '芷瑄',
  '偉哲',
  '信宏',
  '銘哲',
  '政諺',
  '育誠',
  '文彬',
  '國華',
  '榮哲',
  '秉翰',
  '書豪',
] as const;

export const roleTitles = { support: '客服', clerk: '門市', finance: '財務' } as const;

/** Why somebody did what stands open when a newcomer arrives. */
export const matterReasons = {
  frozen: '客訴查證中，暫時凍結',
  payoutKey: '十二月起改用程式代付',
  payoutGo: '已向商戶確認',
  withdrawalPaid: '已由銀行匯出',
  withdrawalRejected: '收款帳戶資料與登記名稱不符，請確認後再申請',
  depositFound: '銀行入帳相符',
} as const;

/** Whose bank account a withdrawal goes to, where that is not the name that the demo calls him by. */
export const accountHolders: Readonly<Record<string, string>> = {
  qingniao: '青鳥書店有限公司',
  yunduan: '雲端學堂股份有限公司',
  dianjing: '極光電競股份有限公司',
  shuibei: '一杯水設計有限公司',
  hailan: '海藍旅行社有限公司',
  'agent.yitong': '易通支付股份有限公司',
  'agent.hengxin': '恆信金流股份有限公司',
};

/** How owners of withdrawal accounts call them. */
export const accountAliases = { bank: '公司帳戶', chain: 'USDT 錢包' } as const;

/** What merchants say of their top-ups. */
export const depositNotes = { shanhai: '代付備用金', zaojiao: '年節代付備用金' } as const;

/** Templates of channels that a senior agent keeps. */
export const modelNames = { collection: '標準收款', payout: '標準代付' } as const;

/** Why rates of the demo are laid. */
export const rateReason = '依市場行情更新匯率';

export const providerName = '沙盒銀行';
/** What stands on the receiving card of the sandbox. */
export const cardNames = {
  bank_name: '中國信託商業銀行',
  branch: '南港分行',
  holder: '算盤沙盒測試專戶',
} as const;
/** What else the sandbox plays, by driver. */
export const facadeNames: Readonly<Record<string, string>> = {
  private: '收款卡',
  tron: 'TRON 鏈',
  linepay: 'LINE Pay',
  jkopay: '街口支付',
};

/** Contracts with the provider, by number there. */
export const channelAccountNames: Readonly<Record<string, string>> = {
  SP10011: '易通一號戶',
  SP10012: '易通二號戶',
  SP10013: '易通刷卡戶',
  SP10021: '恆信一號戶',
  SP10022: '恆信二號戶',
  SP10031: '藍海一號戶',
  SP10032: '藍海刷卡戶',
  SP10033: '藍海 USDT 戶',
  SP10034: '藍海收款卡',
  SP10035: '藍海錢包',
  SP10036: '藍海 LINE Pay 戶',
  SP10037: '藍海街口戶',
  SP20011: '易通代付戶',
  SP20021: '恆信代付戶',
  SP20031: '藍海代付戶',
};

export const channelNames: Readonly<Record<string, string>> = {
  'yt-bank-1': '易通轉帳一',
  'yt-bank-2': '易通轉帳二',
  'yt-qr': '易通掃碼',
  'yt-cvs': '易通超商代碼',
  'yt-card': '易通線上付',
  'hx-bank': '恆信轉帳',
  'hx-qr-1': '恆信掃碼一',
  'hx-qr-2': '恆信掃碼備援',
  'hx-cvs': '恆信超商代碼',
  'hx-card': '恆信線上付',
  'lh-bank': '藍海轉帳',
  'lh-qr': '藍海掃碼',
  'lh-card': '藍海線上付',
  'lh-wechat': '藍海微信支付',
  'lh-usdt': '藍海 USDT',
  'lh-private': '藍海私人轉帳',
  'lh-tron': '藍海 TRC20',
  'lh-line': '藍海 LINE Pay',
  'lh-jko': '藍海街口支付',
  SP20011: '易通代付',
  SP20021: '恆信代付',
  SP20031: '藍海代付',
};

/**
 * Days besides Saturdays and Sundays on which Taiwan's banks rest, with the compensatory days of the law (a holiday
 * on a Saturday is made up for on the Friday before, one on a Sunday on the Monday after; the new year's days after
 * it).
 */
export const holidays: readonly (readonly [day: string, name: string])[] = [
  ['2026-01-01', '開國紀念日'],
  ['2026-02-16', '農曆除夕'],
  ['2026-02-17', '春節'],
  ['2026-02-18', '春節'],
  ['2026-02-19', '春節'],
  ['2026-02-20', '小年夜補假'],
  ['2026-02-27', '和平紀念日補假'],
  ['2026-04-03', '兒童節補假'],
  ['2026-04-06', '民族掃墓節補假'],
  ['2026-05-01', '勞動節'],
  ['2026-06-19', '端午節'],
  ['2026-09-25', '中秋節'],
  ['2026-09-28', '教師節'],
  ['2026-10-09', '國慶日補假'],
  ['2026-10-26', '臺灣光復節補假'],
  ['2026-12-25', '行憲紀念日'],
  ['2027-01-01', '開國紀念日'],
  ['2027-02-04', '小年夜'],
  ['2027-02-05', '農曆除夕'],
  ['2027-02-08', '春節'],
  ['2027-02-09', '春節補假'],
  ['2027-02-10', '春節補假'],
  ['2027-03-01', '和平紀念日補假'],
  ['2027-04-05', '民族掃墓節'],
  ['2027-04-06', '兒童節補假'],
  ['2027-04-30', '勞動節補假'],
  ['2027-06-09', '端午節'],
  ['2027-09-15', '中秋節'],
  ['2027-09-28', '教師節'],
  ['2027-10-11', '國慶日補假'],
  ['2027-10-25', '臺灣光復節'],
  ['2027-12-24', '行憲紀念日補假'],
  ['2027-12-31', '開國紀念日補假'],
];
