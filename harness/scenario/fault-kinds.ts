import { RPC_FAULT_KINDS } from '../chain/faults.ts'
import { UPSTREAM_FAULT_KINDS } from '../chain/upstream-proxy.ts'
import { DISK_FAULTS } from '../stage/disk.ts'
import type { StageSetup } from '../stage/open-stage.ts'
import { SECOND_PROVIDER_MODES } from '../stage/second-provider.ts'
import { HARMLESS, type HostileTraits } from '../world/place-hostile-tokens.ts'
import type { StepAction } from './scenario.ts'

const CHAIN_FAULTS = [
  'reorg-drop',
  'reorg-reorder',
  'stuck',
  'nonce-gap',
  'base-fee-spike',
  'clock-back',
  'clock-ahead',
] as const
const MARKET_FAULTS = ['feed-moves', 'feed-stale', 'feed-unit', 'feed-unsound', 'shock', 'sandwich'] as const
const TOKEN_FAULTS = [
  'token-decimals',
  'token-feeBps',
  'token-balanceBps',
  'token-eventBps',
  'token-refusesZeroApproval',
  'token-approvals',
  'token-transfers',
  'token-reenters',
  'token-symbol',
] as const

/** Everything that a scenario can let go wrong, by names that stay. */
export const FAULT_KINDS = [
  ...RPC_FAULT_KINDS.map((kind) => `rpc-${kind}` as const),
  ...UPSTREAM_FAULT_KINDS.map((kind) => `upstream-${kind}` as const),
  ...SECOND_PROVIDER_MODES.filter((mode) => mode !== 'off' && mode !== 'agrees').map(
    (mode) => `second-provider-${mode}` as const,
  ),
  ...DISK_FAULTS.map((fault) => `disk-${fault}` as const),
  ...CHAIN_FAULTS,
  ...MARKET_FAULTS,
  ...TOKEN_FAULTS,
  'node-lies',
  'sequencer-down',
  'permit-tampered',
  'code-changed',
  'storage-changed',
  'store-damaged',
  'restart',
  'together',
] as const

/** A fault by its name. */
export type FaultKind = (typeof FAULT_KINDS)[number]

const faultsOfTraits = (traits: Partial<HostileTraits>) =>
  Object.keys(traits).map((trait) => `token-${trait as keyof HostileTraits}` as const)

/** Name the faults that the world of a scenario has from the start. */
export function faultsOfSetup({ secondProvider = 'off', tokens }: StageSetup): readonly FaultKind[] {
  return [
    ...(secondProvider === 'off' || secondProvider === 'agrees'
      ? []
      : [`second-provider-${secondProvider}` as const]),
    // What a set-up does not say is filled in with what is harmless; decimals are always there.
    ...[...(tokens?.values() ?? [])].flatMap(({ decimals, ...traits }) =>
      faultsOfTraits(
        Object.fromEntries(
          Object.entries(traits).filter(([name, value]) => value !== HARMLESS[name as keyof typeof HARMLESS]),
        ),
      ),
    ),
  ]
}

/** Name the faults that a step lets happen. */
export function faultsOfStep(action: StepAction): readonly FaultKind[] {
  switch (action.kind) {
    case 'fault':
      return [`rpc-${action.fault.kind}`]
    case 'upstream':
      return [`upstream-${action.fault.kind}`]
    case 'secondProvider':
      return action.mode === 'off' || action.mode === 'agrees' ? [] : [`second-provider-${action.mode}`]
    case 'disk':
      return [`disk-${action.fails}`]
    case 'reorg':
      return [action.ahead === undefined ? 'reorg-drop' : 'reorg-reorder']
    case 'mining':
      return action.isOn ? [] : ['stuck']
    case 'drop':
      return ['nonce-gap']
    case 'baseFee':
      return ['base-fee-spike']
    case 'skew':
      return [
        ...(action.wallMs < 0 || action.chainSeconds > 0 ? (['clock-back'] as const) : []),
        ...(action.wallMs > 0 ? (['clock-ahead'] as const) : []),
      ]
    case 'price':
      return [
        action.ageMs === undefined ? 'feed-moves' : 'feed-stale',
        ...(action.decimals === undefined ? [] : (['feed-unit'] as const)),
        ...(action.prices.some(({ usd }) => Number(usd) <= 0) ? (['feed-unsound'] as const) : []),
      ]
    case 'token':
      return action.tokens.flatMap(({ traits }) => faultsOfTraits(traits))
    case 'together':
      return ['together', ...action.steps.flatMap((step) => faultsOfStep(step.action))]
    case 'lie':
      return ['node-lies']
    case 'sequencer':
      return action.status === 'down' ? ['sequencer-down'] : []
    case 'tamper':
      return ['permit-tampered']
    case 'code':
      return ['code-changed']
    case 'storage':
      return ['storage-changed']
    case 'damage':
      return ['store-damaged']
    case 'shock':
    case 'sandwich':
    case 'restart':
      return [action.kind]
    default:
      return []
  }
}
