import { checkedWithOneOf } from '@suanpan/domain/approvals';
import type { News } from '../../platform/outbox/on.ts';
import type { Notice } from './notice.ts';

/** Somebody else has to decide: those who may approve this act in its tree are told, its maker is not. */
export function approvalWaiting({ id, payload: news }: News<'approval.submitted'>): Notice {
  return {
    eventId: id,
    sound: false,
    type: 'ApprovalWaiting',
    level: 'warning',
    params: { id: news.approval_id, act: news.act, subject: news.label ?? '' },
    audience: { platform: true, agentId: news.agent_id === null ? null : BigInt(news.agent_id) },
    needs: ['admin.approvals.approve', checkedWithOneOf(news.act)],
    except: BigInt(news.maker_id),
  };
}

/** The maker hears what became of it; what he took back himself he knows. */
export function approvalEnded({ id, payload: news }: News<'approval.ended'>): Notice[] {
  if (news.state === 'withdrawn') return [];
  return [
    {
      eventId: id,
      sound: false,
      type: 'ApprovalEnded',
      level: news.state === 'approved' ? 'info' : 'warning',
      params: { id: news.approval_id, act: news.act, state: news.state },
      audience: { platform: false, userId: BigInt(news.maker_id) },
    },
  ];
}
