import type { Law } from './law.ts'

/** Terminal is never left. */
export const TERMINAL_PHASE: Law = {
  name: 'law.terminal-phase',
  invariants: ['I29'],
  watch() {
    let wasTerminal = false
    return ({ stage }) => {
      const { phase } = stage.session.agent.safety.view.phase()
      if (wasTerminal && phase !== 'terminal' && phase !== 'unknown')
        return { expected: 'terminal', found: phase }
      wasTerminal ||= phase === 'terminal'
      return undefined
    }
  },
}
