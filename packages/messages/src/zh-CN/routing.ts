import type { routing as shape } from '../zh-TW/routing.ts';

export const routing = {
  replay: {
    open: '重演',
    title: '重演过去一日的派单',
    hint: '按变更后的设置重新分派该日的订单，仅供比较，不影响任何订单或设置。',
    day: '日期',
    channel: '通道',
    weight: '权重',
    enabled: '启用',
    run: '开始重演',
    running: '已重演 {{orders}} 笔',
    failed: '重演未完成，请再试一次',
    moved: '{{orders}} 笔订单中 {{moved}} 笔会改走其他通道',
    before: '原笔数',
    after: '变更后',
    costBefore: '原成本',
    costAfter: '变更后成本',
    capHits: '日限额拦下',
    without: '无通道可用：原 {{before}} 笔，变更后 {{after}} 笔',
    sample: '改走的订单',
    noChannel: '无通道',
    close: '关闭',
  },
} satisfies typeof shape;
