import { Type } from '../../../tools/core/schema.ts'
import { closed, text } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'
import { readContract } from '../step/read-contract.ts'
import { resolveContract } from '../step/resolve-names.ts'

/** A contract's code changes. */
export const CODE = defineStep({
  kind: 'code',
  schema: Type.Object(
    { at: text('token or contract'), set: text('code to put there, e.g. "0x00"') },
    { ...closed, description: "change a contract's code" },
  ),
  traits: ['fault'],
  read: ({ at, set }, path, reader) => ({
    at: readContract(at, [...path, 'at'], reader),
    code: reader.bytes(set, [...path, 'set']),
  }),
  run: ({ at, code }, { stage }) => stage.contracts.setCode(resolveContract(stage, at), code),
  title: ({ at }) => `change the code of ${at}`,
  faults: { kinds: ['code-changed'], of: () => ['code-changed'] },
})
