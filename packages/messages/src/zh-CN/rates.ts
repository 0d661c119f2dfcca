import type { rates as shape } from '../zh-TW/rates.ts';

export const rates = {
  columns: {
    agent: '高级代理',
    pair: '币种对',
    collectionRate: '代收汇率',
    paymentRate: '代付汇率',
    state: '状态',
    validFrom: '生效时间',
    version: '版本',
    setBy: '设置人',
    usedBy: '使用订单',
    reason: '原因',
  },
  rateStates: {
    current: '生效中',
    future: '待生效',
    past: '已被取代',
    withdrawn: '已撤回',
  },
  acts: {
    set: '设置汇率',
    withdraw: '撤回',
    convert: '试算',
  },
  hints: {
    set: '汇率为 1 单位基准币可换的计价币数量。送出后需第二人核准；已生效的汇率不会改动，只能以新版本取代。',
    withdraw: '这个汇率不会生效。',
  },
  fields: {
    agent: '高级代理（留空为平台）',
    pair: '币种对',
    collectionRate: '代收汇率',
    paymentRate: '代付汇率',
    validFrom: '生效时间（留空为立即）',
    allowLoss: '允许代付汇率低于代收汇率',
    amount: '金额',
    from: '从',
    to: '到',
  },
  filters: {
    shown: '显示',
    all: '包含历史',
  },
  states: {
    done: '完成',
    empty: '尚未设置汇率',
    platform: '平台',
    oneWay: '币种对须以 USDT、USD、CNY、TWD 的先后报价',
    notARate: '请输入正确的汇率，须大于 0，最多 8 位小数',
    belowCollection: '代付汇率低于代收汇率',
    result: '{{amount}} {{currency}}，汇率 {{rate}}',
  },
} satisfies typeof shape;
