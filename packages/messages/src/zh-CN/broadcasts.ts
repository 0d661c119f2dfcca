import type { broadcasts as shape } from '../zh-TW/broadcasts.ts';

export const broadcasts = {
  columns: {
    at: '时间',
    title: '标题',
    content: '内容',
    level: '等级',
    audience: '对象',
    read: '已读 / 送达',
    by: '发送人',
  },
  form: {
    new: '推送消息',
    send: '发送给 {{count}} 人',
    title: '标题',
    content: '内容',
    level: '等级',
    color: '颜色',
    sound: '播放提示音',
    roles: '身份',
    everyone: '全部',
    agent: '限高级代理体系（留空为不限）',
    users: '另外通知的账号（以逗号分隔）',
    preview: '预览',
    previewTitle: '标题',
    previewContent: '内容',
    hint: '文字原样显示；在线者立即收到，离线者登录后在通知列表看到。',
    sent: '已发送给 {{count}} 人',
    nobody: '没有符合的收件人',
    remaining: '{{count}} / {{most}}',
  },
  colors: {
    blue: '蓝',
    green: '绿',
    orange: '橙',
    red: '红',
    violet: '紫',
  },
  audience: {
    tree: '{{name}} 的体系',
  },
  empty: '还没有推送过消息',
} satisfies typeof shape;
