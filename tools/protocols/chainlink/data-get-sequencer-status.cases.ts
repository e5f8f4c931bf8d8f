import { type CaseStep, callData, defineCases, kept } from '../../core/cases.ts'

/** The sequencer goes down (1) or up (0) at the time of the head. */
const turn = (answer: '0' | '1'): readonly CaseStep[] => [
  { tool: 'data_get_sequencer_status', keep: 'status' },
  { tool: 'data_get_block', keep: 'head' },
  {
    send: {
      from: 'deployer',
      to: kept('status.feed'),
      data: callData('function setAnswer(int256 answer, uint256 updatedAt)', [
        answer,
        kept('head.timestampSeconds'),
      ]),
    },
  },
]

/** Cases of `data_get_sequencer_status`. */
export const CASES = defineCases({
  refuses: [{ params: { graceSeconds: 86_401 }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      name: 'up for long',
      roundTrips: 1,
      expect: { isUp: true, isGraceOver: true, graceSeconds: 3_600 },
    },
    {
      name: 'down',
      before: turn('1'),
      expect: { isUp: false, sinceSeconds: kept('head.timestampSeconds'), isGraceOver: false },
    },
    {
      name: 'up again, within the grace time',
      before: turn('0'),
      expect: { isUp: true, isGraceOver: false },
    },
    {
      name: 'up again, and the grace time is over',
      before: [...turn('0'), { tool: 'testnet_time_travel', params: { seconds: 61 } }],
      params: { graceSeconds: 60 },
      expect: { isUp: true, isGraceOver: true },
    },
  ],
})
