import { at, type CaseValue, callData, defineCases, onChain, type Reference } from '../../core/cases.ts'
import { ROOT_AUTHORITY } from './delegations.ts'

/** An account that let a key take USDC: 500 within ten years, and 100 in all, which it disabled after 40 were taken. */
const DELEGATOR = '0x00000000000000000000000000000000de1e6a70'
const PERIODIC = '0x4b7730e28b684cf33cc8e48f396babfb5717a429af1bc0bc50915656d1bdade0'
const ONCE = '0x927c2615c988a21008dc74c6ef0c15a68ca4dc3cea31a61ccbb15765dcffb1a2'

const PERIOD_ENFORCER = 'delegation-framework.periodEnforcer'
const DISABLE =
  'function disableDelegation((address delegate, address delegator, bytes32 authority, (address enforcer, bytes terms, bytes args)[] caveats, uint256 salt, bytes signature) delegation)'

/** A token, 5 base units, a period of 0 seconds, from second 7 on. */
const NO_PERIOD = `0x${'b2'.repeat(20)}${[5, 0, 7].map((word) => word.toString(16).padStart(64, '0')).join('')}`

const isDisabled = (hash: string) =>
  onChain(at('delegation-framework.manager'), 'function disabledDelegations(bytes32) view returns (bool)', [
    hash,
  ])

/** What an enforcer keeps of a delegation. */
const keeps = (enforcer: string, view: string, hash: string, member?: number): Reference =>
  onChain(
    at(`delegation-framework.${enforcer}`),
    `function ${view}(address, bytes32) view returns (${member === undefined ? 'uint256' : 'uint256, uint256, uint256, uint256, uint256'})`,
    [at('delegation-framework.manager'), hash],
    member,
  )

const limit = (enforcer: string, members: Readonly<Record<string, CaseValue>>): CaseValue => ({
  token: null,
  amountBaseUnits: null,
  availableBaseUnits: null,
  periodSeconds: null,
  startSeconds: null,
  calls: null,
  callsLeft: null,
  addresses: [],
  selectors: [],
  afterSeconds: null,
  beforeSeconds: null,
  enforcer: at(`delegation-framework.${enforcer}`),
  ...members,
})

/** Cases of `wallet_list_session_keys`. */
export const CASES = defineCases({
  refuses: [
    { params: { delegator: 'mine' }, code: 'INVALID_PARAMS' },
    { params: { delegator: DELEGATOR, blocks: 20_000 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    { name: 'of nobody', params: { delegator: at('trader') }, expect: { delegations: [], isComplete: true } },
    {
      name: 'one in use, one that was disabled',
      params: { delegator: DELEGATOR },
      expect: {
        isComplete: true,
        'delegations.length': 2,
        'delegations.0.delegationHash': PERIODIC,
        'delegations.0.delegate': at('trader'),
        'delegations.0.isRoot': true,
        'delegations.0.isDisabled': isDisabled(PERIODIC),
        'delegations.0.redemptionCount': 1,
        'delegations.0.redeemers': [at('trader')],
        'delegations.0.limits': [
          limit('periodEnforcer', {
            kind: 'period',
            token: at('USDC'),
            amountBaseUnits: keeps('periodEnforcer', 'periodicAllowances', PERIODIC, 0),
            availableBaseUnits: '380000000',
            periodSeconds: keeps('periodEnforcer', 'periodicAllowances', PERIODIC, 1),
            startSeconds: keeps('periodEnforcer', 'periodicAllowances', PERIODIC, 2),
          }),
          limit('targetsEnforcer', { kind: 'targets', addresses: [at('USDC')] }),
          limit('methodsEnforcer', { kind: 'methods', selectors: ['0xa9059cbb'] }),
          limit('callsEnforcer', { kind: 'calls', calls: '3', callsLeft: '2' }),
          limit('timeEnforcer', { kind: 'time', afterSeconds: '0', beforeSeconds: '4102444800' }),
        ],
        'delegations.1.delegationHash': ONCE,
        'delegations.1.isDisabled': isDisabled(ONCE),
        'delegations.1.redemptionCount': 1,
        'delegations.1.limits': [
          limit('totalEnforcer', {
            kind: 'total',
            token: at('USDC'),
            amountBaseUnits: '100000000',
            availableBaseUnits: '60000000',
          }),
          limit('redeemerEnforcer', { kind: 'redeemers', addresses: [at('trader')] }),
        ],
      },
      after: [
        { chain: isDisabled(PERIODIC), expect: { '': false } },
        { chain: isDisabled(ONCE), expect: { '': true } },
        { chain: keeps('periodEnforcer', 'periodicAllowances', PERIODIC, 4), expect: { '': '120000000' } },
        { chain: keeps('totalEnforcer', 'spentMap', ONCE), expect: { '': '40000000' } },
        { chain: keeps('callsEnforcer', 'callCounts', PERIODIC), expect: { '': '1' } },
      ],
    },
    {
      name: 'one whose period of no length no enforcer takes',
      before: [
        {
          send: {
            from: 'trader',
            to: at('delegation-framework.manager'),
            data: callData(DISABLE, [
              [
                at('whale'),
                at('trader'),
                ROOT_AUTHORITY,
                [[at(PERIOD_ENFORCER), NO_PERIOD, '0x']],
                '1',
                '0x',
              ],
            ]),
          },
        },
      ],
      params: { delegator: at('trader') },
      expect: {
        'delegations.length': 1,
        'delegations.0.isDisabled': true,
        'delegations.0.limits.0.kind': 'unknown',
      },
    },
    {
      name: 'before anything happened',
      params: { delegator: DELEGATOR, toBlock: '1' },
      expect: { delegations: [], isComplete: true },
    },
  ],
})
