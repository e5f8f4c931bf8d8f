import { Type } from '../../../tools/core/schema.ts'
import { defineStep } from '../step/define-step.ts'
import { lacksStoreFile } from '../step/lacks-store-file.ts'

/** A copy of the store's files is kept. */
export const COPY = defineStep({
  kind: 'copy',
  schema: Type.Literal('store', { description: 'keep a copy of the files of the store as they are now' }),
  traits: ['one-chain', 'alone', 'fault'],
  read: () => ({}),
  run: (_, { stage }) => stage.store.copy(),
  title: () => 'keep a copy of the store',
  lacks: (_, around) => lacksStoreFile(around),
})
