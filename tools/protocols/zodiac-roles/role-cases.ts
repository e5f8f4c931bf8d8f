import { at, type CaseStep, callData, onChain, type Refusal, type ServedCase } from '../../core/cases.ts'

/** A case in which a Safe of three owners, of whom two must sign, owns the owner's gate. */
export const served = (one: ServedCase): ServedCase => ({ ...one, owner: 'safe' })

/** The same of input that is refused. */
export const refused = (one: Refusal): Refusal => ({ ...one, owner: 'safe' })

/** The modifier that is made for this Safe. */
export const MODIFIER = at('zodiac-roles.modifier')

/** The Safe lets its modifier act for it. */
export const ENABLED: CaseStep = { tool: 'wallet_enable_safe_module', params: { module: MODIFIER } }

/** "pay", as text in 32 bytes. */
export const PAY_KEY = '0x7061790000000000000000000000000000000000000000000000000000000000'

/** keccak256 of this key and the address of USDC. */
export const PAY_ALLOWANCE = '0x1212b5c84f27d9a063f1bcac6b5796c6b9cc0b83de1166748d3c179a4501aa2b'

/** The role "pay" of USDC. */
export const PAY_USDC = { modifier: MODIFIER, role: 'pay', token: 'USDC' }

/** 300 USDC a day. */
export const DAILY = { ...PAY_USDC, step: 'allowance', amountBaseUnits: '300000000', periodSeconds: 86_400 }

/** All that lets the operator have the account paid 300 USDC a day. */
export const CONFIGURED: readonly CaseStep[] = [
  ENABLED,
  { tool: 'wallet_configure_role', params: DAILY },
  { tool: 'wallet_configure_role', params: { ...PAY_USDC, step: 'function' } },
  { tool: 'wallet_configure_role', params: { ...PAY_USDC, step: 'target' } },
  { tool: 'wallet_assign_role', params: { modifier: MODIFIER, role: 'pay', member: at('operator') } },
]

/** The Safe has 1,000 USDC. */
export const FUNDED: CaseStep = {
  send: {
    from: 'whale',
    to: at('USDC'),
    data: callData('function transfer(address to, uint256 amount)', [at('approver'), '1000000000']),
  },
}

/** A member of an allowance by its place: refill, most, period, balance, time. */
export const allowanceShows = (member: number) =>
  onChain(
    MODIFIER,
    'function allowances(bytes32) view returns (uint128, uint128, uint64, uint128, uint64)',
    [PAY_ALLOWANCE],
    member,
  )

/** What an act tells that sets nothing beside what a case names. */
export const TOLD = {
  modifier: MODIFIER,
  membersAdded: [],
  membersRemoved: [],
  targetsScoped: [],
  payments: [],
  allowances: [],
} as const
