import { foldName } from '@suanpan/domain/names/fold-name';
import type { Locale } from '@suanpan/messages/locale';

/** One bank of the transfer network, by its three-digit code. */
export interface Bank {
  readonly code: string;
  readonly name: string;
  readonly nameEn: string;
}

const bank = (code: string, name: string, nameEn: string): Bank => ({ code, name, nameEn });

/**
 * Banks, the post office and credit cooperatives of Taiwan with their codes in the interbank network (FISC), in
 * the order of the codes. Banks that were merged away (such as 815) are left out.
 */
const taiwan: readonly Bank[] = [
  bank('004', '臺灣銀行', 'Bank of Taiwan'),
  bank('005', '臺灣土地銀行', 'Land Bank of Taiwan'),
  bank('006', '合作金庫商業銀行', 'Taiwan Cooperative Bank'),
  bank('007', '第一商業銀行', 'First Commercial Bank'),
  bank('008', '華南商業銀行', 'Hua Nan Commercial Bank'),
  bank('009', '彰化商業銀行', 'Chang Hwa Commercial Bank'),
  bank('011', '上海商業儲蓄銀行', 'Shanghai Commercial & Savings Bank'),
  bank('012', '台北富邦商業銀行', 'Taipei Fubon Commercial Bank'),
  bank('013', '國泰世華商業銀行', 'Cathay United Bank'),
  bank('015', '中國輸出入銀行', 'Export-Import Bank of the Republic of China'),
  bank('016', '高雄銀行', 'Bank of Kaohsiung'),
  bank('017', '兆豐國際商業銀行', 'Mega International Commercial Bank'),
  bank('018', '全國農業金庫', 'Agricultural Bank of Taiwan'),
  bank('020', '日商瑞穗銀行台北分行', 'Mizuho Bank, Taipei Branch'),
  bank('021', '花旗(台灣)商業銀行', 'Citibank Taiwan'),
  bank('022', '美國銀行台北分行', 'Bank of America, Taipei Branch'),
  bank('023', '泰國盤谷銀行台北分行', 'Bangkok Bank, Taipei Branch'),
  bank('025', '菲律賓首都銀行台北分行', 'Metropolitan Bank and Trust Company, Taipei Branch'),
  bank('028', '美商美國紐約梅隆銀行台北分行', 'Bank of New York Mellon, Taipei Branch'),
  bank('029', '新加坡商大華銀行台北分行', 'United Overseas Bank, Taipei Branch'),
  bank('030', '美商道富銀行台北分行', 'State Street Bank and Trust Company, Taipei Branch'),
  bank('037', '法國興業銀行台北分行', 'Société Générale, Taipei Branch'),
  bank('039', '澳商澳盛銀行台北分行', 'Australia and New Zealand Bank, Taipei Branch'),
  bank('048', '王道商業銀行', 'O-Bank'),
  bank('050', '臺灣中小企業銀行', 'Taiwan Business Bank'),
  bank('052', '渣打國際商業銀行', 'Standard Chartered Bank (Taiwan)'),
  bank('053', '台中商業銀行', 'Taichung Commercial Bank'),
  bank('054', '京城商業銀行', "King's Town Bank"),
  bank('072', '德意志銀行台北分行', 'Deutsche Bank, Taipei Branch'),
  bank('075', '香港東亞銀行台北分行', 'Bank of East Asia, Taipei Branch'),
  bank('076', '美商摩根大通銀行台北分行', 'JPMorgan Chase Bank, Taipei Branch'),
  bank('081', '滙豐(台灣)商業銀行', 'HSBC Bank (Taiwan)'),
  bank('082', '法國巴黎銀行台北分行', 'BNP Paribas, Taipei Branch'),
  bank('085', '新加坡商新加坡華僑銀行台北分行', 'Oversea-Chinese Banking Corporation, Taipei Branch'),
  bank('086', '法商東方匯理銀行台北分行', 'Crédit Agricole CIB, Taipei Branch'),
  bank('092', '瑞士商瑞士銀行台北分行', 'UBS AG, Taipei Branch'),
  bank('093', '荷商安智銀行台北分行', 'ING Bank, Taipei Branch'),
  bank('098', '日商三菱日聯銀行台北分行', 'MUFG Bank, Taipei Branch'),
  bank('101', '瑞興商業銀行', 'Taipei Star Bank'),
  bank('102', '華泰商業銀行', 'Hwatai Bank'),
  bank('103', '臺灣新光商業銀行', 'Shin Kong Commercial Bank'),
  bank('104', '台北市第五信用合作社', 'Fifth Credit Cooperative of Taipei'),
  bank('108', '陽信商業銀行', 'Sunny Bank'),
  bank('114', '基隆第一信用合作社', 'First Credit Cooperative of Keelung'),
  bank('115', '基隆市第二信用合作社', 'Second Credit Cooperative of Keelung'),
  bank('118', '板信商業銀行', 'Bank of Panhsin'),
  bank('119', '淡水第一信用合作社', 'First Credit Cooperative of Tamsui'),
  bank('120', '新北市淡水信用合作社', 'Tamsui Credit Cooperative of New Taipei'),
  bank('124', '宜蘭信用合作社', 'Credit Cooperative of Yilan'),
  bank('127', '桃園信用合作社', 'Credit Cooperative of Taoyuan'),
  bank('130', '新竹第一信用合作社', 'First Credit Cooperative of Hsinchu'),
  bank('132', '新竹第三信用合作社', 'Third Credit Cooperative of Hsinchu'),
  bank('146', '台中市第二信用合作社', 'Second Credit Cooperative of Taichung'),
  bank('147', '三信商業銀行', 'COTA Commercial Bank'),
  bank('158', '彰化第一信用合作社', 'First Credit Cooperative of Changhua'),
  bank('161', '彰化第五信用合作社', 'Fifth Credit Cooperative of Changhua'),
  bank('162', '彰化第六信用合作社', 'Sixth Credit Cooperative of Changhua'),
  bank('163', '彰化第十信用合作社', 'Tenth Credit Cooperative of Changhua'),
  bank('165', '彰化縣鹿港信用合作社', 'Lukang Credit Cooperative of Changhua'),
  bank('178', '嘉義市第三信用合作社', 'Third Credit Cooperative of Chiayi'),
  bank('188', '臺南第三信用合作社', 'Third Credit Cooperative of Tainan'),
  bank('204', '高雄市第三信用合作社', 'Third Credit Cooperative of Kaohsiung'),
  bank('215', '花蓮第一信用合作社', 'First Credit Cooperative of Hualien'),
  bank('216', '花蓮第二信用合作社', 'Second Credit Cooperative of Hualien'),
  bank('222', '澎湖縣第一信用合作社', 'First Credit Cooperative of Penghu'),
  bank('223', '澎湖第二信用合作社', 'Second Credit Cooperative of Penghu'),
  bank('224', '金門縣信用合作社', 'Credit Cooperative of Kinmen'),
  bank('321', '日商三井住友銀行台北分行', 'Sumitomo Mitsui Banking Corporation, Taipei Branch'),
  bank('380', '大陸商中國銀行臺北分行', 'Bank of China, Taipei Branch'),
  bank('381', '大陸商交通銀行臺北分行', 'Bank of Communications, Taipei Branch'),
  bank('382', '大陸商中國建設銀行臺北分行', 'China Construction Bank, Taipei Branch'),
  bank('600', '農金資訊股份有限公司', 'Agricultural Finance Information (farmers’ associations)'),
  bank('700', '中華郵政', 'Chunghwa Post'),
  bank('803', '聯邦商業銀行', 'Union Bank of Taiwan'),
  bank('805', '遠東國際商業銀行', 'Far Eastern International Bank'),
  bank('806', '元大商業銀行', 'Yuanta Commercial Bank'),
  bank('807', '永豐商業銀行', 'Bank SinoPac'),
  bank('808', '玉山商業銀行', 'E.SUN Commercial Bank'),
  bank('809', '凱基商業銀行', 'KGI Bank'),
  bank('810', '星展(台灣)商業銀行', 'DBS Bank (Taiwan)'),
  bank('812', '台新國際商業銀行', 'Taishin International Bank'),
  bank('816', '安泰商業銀行', 'EnTie Commercial Bank'),
  bank('822', '中國信託商業銀行', 'CTBC Bank'),
  bank('823', '將來商業銀行', 'Next Commercial Bank'),
  bank('824', '連線商業銀行', 'LINE Bank Taiwan'),
  bank('826', '樂天國際商業銀行', 'Rakuten International Commercial Bank'),
  bank(
    '952',
    '財團法人農漁會南區資訊中心',
    'Southern Information Center of Farmers’ and Fishermen’s Associations',
  ),
];

/** The banks of a country (ISO 3166 alpha-2), or undefined where no list is shipped. */
export function banksOf(country: string): readonly Bank[] | undefined {
  return country === 'TW' ? taiwan : undefined;
}

/** A bank of the transfer network in the reader's language; its code where it is not on the list. */
export function bankName(code: string, locale: Locale): string {
  const known = taiwan.find((each) => each.code === code);
  return (locale === 'en' ? known?.nameEn : known?.name) ?? code;
}

/** What a bank's name ends in and people leave out: 國泰世華銀行 and 國泰世華 are 國泰世華商業銀行. */
const endings = ['商銀', '銀行', '儲蓄', '商業', '國際'].map(foldName);
const coreOf = (folded: string): string =>
  endings.reduce((rest, end) => (rest.endsWith(end) ? rest.slice(0, -end.length) : rest), folded);

/** Codes by name, whole and without its ending; null where several are called so. */
function namesOfBanks(): ReadonlyMap<string, string | null> {
  const names = new Map<string, string | null>();
  for (const { code, name } of taiwan) {
    const core = coreOf(foldName(name));
    if (core !== '') names.set(core, names.has(core) ? null : code);
  }
  for (const { code, name, nameEn } of taiwan) names.set(foldName(name), code).set(foldName(nameEn), code);
  return names;
}
const codesByName = namesOfBanks();

/** The code of the bank that is called so: as it stands in the list, or the only one by that name without its ending. */
export function bankCalled(text: string): string | undefined {
  const name = foldName(text);
  return codesByName.get(name) ?? codesByName.get(coreOf(name)) ?? undefined;
}
