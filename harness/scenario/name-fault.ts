import type { StepAction } from './scenario.ts'
import { RPC_FAULTS } from './vocabulary.ts'

/** Steps that are a fault by their kind. */
const FAULTY_STEPS = [
  'skew',
  'drop',
  'reorg',
  'lie',
  'sequencer',
  'baseFee',
  'restart',
  'tamper',
  'code',
  'storage',
] as const satisfies readonly StepAction['kind'][]

/** Kinds of faults that a step can be: of requests, of the world, of the stack. */
export const FAULT_KINDS: readonly string[] = [...RPC_FAULTS, ...FAULTY_STEPS, 'stuck']

/** Name the fault that a step is; undefined for steps that are none. */
export function nameFault(action: StepAction): string | undefined {
  if (action.kind === 'fault') return action.fault.kind
  if (action.kind === 'mining') return action.isOn ? undefined : 'stuck'
  return FAULTY_STEPS.find((kind) => kind === action.kind)
}
