import { at, type CaseStep, callData, defineCases, sum } from '../../core/cases.ts'
import { DELAY_SECONDS, NOW, viewOf } from './cage-cases.ts'

const RAISED = callData('function setWindowSpendCap(uint256)', ['900000000000'])
const SLOWER = callData('function setLoosenDelay(uint32)', [60])

/** A cage without a gate is its owner's own. */
const byOwner = (signature: string, args: readonly unknown[]): CaseStep => ({
  send: { from: 'owner', to: at('account'), data: callData(signature, args as never) },
})

const queue = (change: unknown) => byOwner('function queue(bytes)', [change])
const wait = (durationSeconds: number): CaseStep => ({
  tool: 'testnet_time_travel',
  params: { durationSeconds },
})

/** Cases of `safety_list_cage_changes`. */
export const CASES = defineCases({
  refuses: [{ params: { blocks: 0 }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      name: 'what waits, what is due, what was applied',
      before: [
        queue(SLOWER),
        wait(DELAY_SECONDS),
        byOwner('function setLoosenDelay(uint32)', [60]),
        queue(RAISED),
        queue(callData('function setOwner(address)', [at('stranger')])),
      ],
      roundTrips: 3,
      expect: {
        totalFound: 3,
        'changes.0.setter': 'setLoosenDelay',
        'changes.0.args': [60],
        'changes.0.state': 'applied',
        'changes.1.setter': 'setWindowSpendCap',
        'changes.1.args': ['900000000000'],
        'changes.1.data': RAISED,
        'changes.1.state': 'waiting',
        'changes.2.setter': 'setOwner',
        'changes.2.args': [at('stranger')],
        'changes.2.dueSeconds': sum(NOW, '60'),
        'changes.2.lapsesSeconds': sum(NOW, '1209660'),
      },
    },
    {
      name: 'what is due, and what the guardian dropped',
      before: [
        queue(RAISED),
        queue(SLOWER),
        { tool: 'safety_list_cage_changes', keep: 'queued', expect: { totalFound: 2 } },
        {
          send: {
            from: 'guardian',
            to: at('account'),
            data: callData('function cancel(bytes32)', [{ $kept: 'queued.changes.0.changeId' }]),
          },
        },
        wait(DELAY_SECONDS),
      ],
      expect: {
        'changes.0.state': 'cancelled',
        'changes.1.state': 'due',
        'changes.1.dueSeconds': viewOf('queuedEta(bytes32) view returns (uint256)', [
          { $kept: 'queued.changes.1.changeId' },
        ]),
      },
    },
    {
      name: 'what nobody applied for two weeks',
      before: [queue(RAISED), wait(DELAY_SECONDS + 14 * 86_400 + 1)],
      expect: { 'changes.0.state': 'lapsed' },
    },
  ],
})
