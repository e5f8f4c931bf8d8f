import {
  at,
  type CaseStep,
  type CaseValue,
  onChain,
  type Reference,
  type Refusal,
  type ServedCase,
} from '../../core/cases.ts'

/** Owners of the Safes that cases start from (accounts 11 to 13 of the actors' mnemonic), as the Safe lists them. */
export const OWNERS = [
  '0x71bE63f3384f5fb98995898A86B02Fb2426c5788',
  '0xFABB0ac9d68B0B445fB7357272Ff202C5651694a',
  '0x1CBd3b2770909D4e10f157cABC84C7264073C9Ec',
] as const

/** What a view of the owner's Safe answers. */
const safeShows = (view: string, args: readonly CaseValue[] = [], member?: number): Reference =>
  onChain(at('approver'), `function ${view}`, args, member)

/** Who owns the Safe, in its order; how many must sign; what acts for it; and its next nonce. */
export const SHOWN = {
  owners: safeShows('getOwners() view returns (address[])'),
  threshold: safeShows('getThreshold() view returns (uint256)'),
  modules: safeShows(
    'getModulesPaginated(address,uint256) view returns (address[],address)',
    ['0x0000000000000000000000000000000000000001', '50'],
    0,
  ),
  guard: safeShows('getStorageAt(uint256,uint256) view returns (bytes)', [
    '33528237782592280163068556224972516439282563014722366175641814928123294921928',
    '1',
  ]),
  nonce: safeShows('nonce() view returns (uint256)'),
} as const

/** Hold what the Safe shows, past the stack, against what it should. */
export const shows = (shown: Partial<Record<keyof typeof SHOWN, CaseValue>>): readonly CaseStep[] =>
  Object.entries(shown).map(([setting, value]) => ({
    chain: SHOWN[setting as keyof typeof SHOWN],
    expect: { '': value },
  }))

/** A case in which a Safe of three owners, of whom two must sign, owns the owner's gate. */
export const served = (one: ServedCase): ServedCase => ({ ...one, owner: 'safe' })

/** The same of input that is refused. */
export const refused = (one: Refusal): Refusal => ({ ...one, owner: 'safe' })

/** What an act tells that changes nothing beside what a case names. */
export const TOLD = {
  safe: at('approver'),
  executed: true,
  ownersAdded: [],
  ownersRemoved: [],
  threshold: null,
  modulesEnabled: [],
  modulesDisabled: [],
  guard: null,
} as const
