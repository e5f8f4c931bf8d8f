import { Type } from '../../../tools/core/schema.ts'
import { AGENT_NAMES } from '../../stage/processes.ts'
import { closed, optional, text } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'
import { lacksStoreFile } from '../step/lacks-store-file.ts'

/** The other of two agents of the account acts. */
export const AGENT = defineStep({
  kind: 'agent',
  schema: Type.Union(
    [
      text('first or second'),
      Type.Object(
        { name: text('first or second'), store: optional(text('own or same; default own')) },
        closed,
      ),
    ],
    {
      description:
        'which of two agents of the account acts from now on; the second is a process with a store of its own, e.g. second or { name: second, store: same }',
    },
  ),
  traits: ['one-chain', 'alone'],
  read(value, path, reader) {
    const at = (member: string) => [...path, member]
    if (typeof value === 'string') {
      return { name: reader.choose(path, 'agent', value, AGENT_NAMES), sharesStore: false }
    }
    const { name, store = 'own' } = value
    if (name === 'first' && value.store !== undefined) {
      reader.problem(at('store'), 'the first agent has the store of the scenario', 'leave it out', true)
    }
    return {
      name: reader.choose(at('name'), 'agent', name, AGENT_NAMES),
      sharesStore: reader.choose(at('store'), 'store', store, ['own', 'same']) === 'same',
    }
  },
  async run({ name, sharesStore }, { stage }) {
    const observation = await stage.processes.useAgent(name, sharesStore)
    return { observation, ...(observation.error === undefined ? { actsAs: name } : {}) }
  },
  // One in memory is that of one process alone.
  lacks: ({ sharesStore }, around) => (sharesStore ? lacksStoreFile(around) : undefined),
  title: ({ name, sharesStore }) => `the ${name} agent acts${sharesStore ? ', on the same store' : ''}`,
})
