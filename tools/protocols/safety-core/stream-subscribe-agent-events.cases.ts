import { defineCases, kept, not } from '../../core/cases.ts'

/** Cases of `stream_subscribe_agent_events`. */
export const CASES = defineCases({
  refuses: [{ params: { cursor: -1 }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      name: 'what came since the cursor, one by one',
      before: [
        { tool: 'weth_wrap_eth', params: { amountBaseUnits: '5' } },
        { tool: 'stream_subscribe_agent_events', keep: 'start', expect: { events: [], hasMore: false } },
        { tool: 'weth_wrap_eth', params: { amountBaseUnits: '6' } },
        {
          tool: 'stream_subscribe_agent_events',
          params: { cursor: kept('start.nextCursor'), kinds: ['permit'], limit: 1 },
          keep: 'first',
          expect: { 'events.length': 1, 'events.0.body.to': 'pending', hasMore: true },
        },
      ],
      params: { cursor: kept('first.nextCursor'), kinds: ['permit'] },
      roundTrips: 0,
      expect: {
        'events.0.kind': 'permit',
        'events.0.body.permitId': kept('first.events.0.body.permitId'),
        'events.-1.body.to': 'committed',
        hasMore: false,
      },
    },
    {
      name: 'nothing of another kind',
      before: [{ tool: 'weth_wrap_eth', params: { amountBaseUnits: '5' } }],
      params: { cursor: 0, kinds: ['halt'] },
      expect: { events: [], nextCursor: not(0), hasMore: false },
    },
  ],
})
