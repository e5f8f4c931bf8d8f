import { createScenarioMaker, finding, hooks, step } from '../../harness/record/fixtures/parts.ts'
import type { RecordFigure, RecordFrame, RecordScenario } from '../../harness/record/record.ts'

const CAGE = '0x0165878A594ca255338adfa4d48449f69242Eb8F'
const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const ROUTER = '0xE592427A0AEce92De3Edee1F18E0157C05861564'
const PERMIT = `0x${'ab'.repeat(32)}`
/** Of its transaction, and of its position. */
export const HASH = `0x${'cd'.repeat(32)}`

const weth = { symbol: 'WETH', decimals: 18 }
const FIGURES: readonly RecordFigure[] = [
  { name: 'price of WETH', value: '300000000000', unit: 'USD', decimals: 8, source: 'primary feed' },
  { name: 'of the day with it', value: '1050000000', unit: 'USDC', decimals: 6, most: '1000000000' },
  { name: 'calls at any depth', value: '2', unit: 'calls', most: '4' },
]

const approve = {
  target: WETH,
  selector: '0x095ea7b3',
  function: 'approve',
  arguments: [
    { name: 'spender', type: 'address', value: ROUTER },
    { name: 'amount', type: 'uint256', value: '50000000000000000', units: { '': weth } },
  ],
}

const frame: RecordFrame = { ...approve, type: 'CALL', from: CAGE, gasUsed: '46123' }

/** A scenario that failed, whose steps hold all that a record can say of steps. */
export const ACTS: RecordScenario = createScenarioMaker()({
  name: 'spend is summed over tokens',
  area: 'spending-limits',
  file: 'scenarios/scripted/spending-limits/acts.yaml',
  verdict: 'failed',
  names: { [CAGE]: 'cage', [WETH]: 'WETH', [ROUTER]: 'router' },
  findings: [finding({ law: 'expect.committed', expected: 'committed', found: 'denied', step: 1, line: 11 })],
  steps: [
    step(0, {
      kind: 'commit',
      title: 'commit permit',
      authority: { actionClass: 'rebalance', verdict: 'allowed' },
      permit: { permitId: PERMIT, state: 'committed', ageSeconds: 12, ttlSeconds: 60 },
      hooks: hooks('commit').map((verdict) => ({ ...verdict, figures: FIGURES.slice(0, 1) })),
      plans: [{ permitId: PERMIT, stage: 'commit', tool: 'weth_wrap_eth', calls: [approve] }],
      sent: [
        {
          hash: HASH,
          nonce: 7,
          call: {
            target: CAGE,
            selector: '0xce396aaf',
            function: 'execute',
            valueWei: '1000000000000000000',
          },
          carries: PERMIT,
          status: 'success',
          gasUsed: '336085',
          logs: [
            { emitter: WETH, event: 'Approval', arguments: approve.arguments ?? [] },
            {
              emitter: CAGE,
              event: 'Executed',
              arguments: [{ name: 'effect', type: 'uint8', value: 3, meaning: 'Risk' }],
            },
          ],
        },
      ],
      before: {
        timestampSeconds: '1800000000',
        blockNumber: '140',
        balances: [{ ...weth, token: WETH, baseUnits: '20000000000000000000' }],
      },
      after: {
        timestampSeconds: '1800000001',
        blockNumber: '141',
        balances: [
          {
            ...weth,
            token: WETH,
            baseUnits: '19500000000000000000',
            beforeBaseUnits: '20000000000000000000',
          },
        ],
        allowances: [
          {
            ...weth,
            token: WETH,
            spender: ROUTER,
            baseUnits: (2n ** 256n - 1n).toString(),
            beforeBaseUnits: '0',
          },
        ],
        positions: [
          {
            protocol: 'aave-v3',
            key: HASH,
            kind: 'held',
            units: '5000000',
            beforeUnits: '3000000',
            unit: { symbol: 'shares', decimals: 6 },
            legs: [{ ...weth, baseUnits: '6' }],
          },
        ],
      },
      traces: [
        {
          of: 'mined',
          subject: HASH,
          root: {
            ...frame,
            target: CAGE,
            function: 'execute',
            arguments: [],
            gasUsed: '336085',
            calls: [
              {
                ...frame,
                calls: [
                  {
                    ...frame,
                    type: 'DELEGATECALL',
                    calls: [
                      ...Array.from({ length: 40 }, () => frame),
                      { ...frame, error: 'CapExceeded(WETH, 2, 1)' },
                      { ...frame, calls: [{ ...frame }] },
                    ],
                  },
                ],
              },
            ],
          },
        },
      ],
    }),
    step(1, {
      kind: 'act',
      title: 'act transfer 1050 USDC',
      verdict: 'failed',
      phase: 'cautious',
      hooks: hooks('preview', { hook: 'spending-limiter', code: 'SPEND_PER_DAY' }).map((verdict) =>
        verdict.hook === 'spending-limiter' ? { ...verdict, figures: FIGURES } : verdict,
      ),
      denial: {
        layer: 'spending-limiter',
        code: 'SPEND_PER_DAY',
        message: 'would be 1050 USDC',
        hint: 'wait',
        figures: [{ name: 'found', value: '1050000000', unit: 'USDC', decimals: 6 }],
      },
      after: { timestampSeconds: '1800000061' },
    }),
    step(2, {
      kind: 'advance',
      title: 'advance 60s',
      verdict: 'skipped',
      skipped: 'step 2 failed',
      phase: '',
    }),
  ],
})
