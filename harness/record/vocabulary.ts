/** Names in the order in which reports show them; a record may hold others, which come after. */
export { LAYERS as LAYER_ORDER } from '../../tools/core/layers.ts'
export { HOOK_ORDER } from '../../tools/safety/hooks/hook.ts'
export { PHASES as PHASE_ORDER } from '../../tools/safety/policy/phases.ts'
