import { named } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'

const SWITCH = ['on', 'off'] as const

/** Blocks are mined with every transaction, or not. */
export const MINING = defineStep({
  kind: 'mining',
  schema: named(SWITCH, 'off: what the agent sends stays unmined until a block is; on again'),
  traits: ['fault'],
  read: (value, path, reader) => ({ isOn: reader.choose(path, 'switch', value, SWITCH) === 'on' }),
  run: ({ isOn }, { stage }) => stage.blocks.setMining(isOn),
  title: ({ isOn }) => `mining ${isOn ? 'on' : 'off'}`,
  faults: { kinds: ['stuck'], of: ({ isOn }) => (isOn ? [] : ['stuck']) },
})
