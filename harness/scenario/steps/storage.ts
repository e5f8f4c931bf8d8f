import { Type } from '../../../tools/core/schema.ts'
import { closed, text } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'
import { readContract } from '../step/read-contract.ts'
import { resolveContract } from '../step/resolve-names.ts'

/** A word of a contract's storage changes. */
export const STORAGE = defineStep({
  kind: 'storage',
  schema: Type.Object(
    {
      at: text('token or contract'),
      slot: text('storage slot, 32 bytes'),
      set: text('word to put there, 32 bytes'),
    },
    { ...closed, description: "change a word of a contract's storage" },
  ),
  traits: ['fault'],
  read: ({ at, slot, set }, path, reader) => ({
    at: readContract(at, [...path, 'at'], reader),
    slot: reader.bytes(slot, [...path, 'slot'], 32),
    word: reader.bytes(set, [...path, 'set'], 32),
  }),
  run: ({ at, slot, word }, { stage }) => stage.contracts.setStorage(resolveContract(stage, at), slot, word),
  title: ({ at }) => `change the storage of ${at}`,
  faults: { kinds: ['storage-changed'], of: () => ['storage-changed'] },
})
