import { Type } from '../../../tools/core/schema.ts'
import { closed, optional, text } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'
import { readContract } from '../step/read-contract.ts'
import { resolveContract } from '../step/resolve-names.ts'
import { writeSayingCode } from '../step/saying-code.ts'

/** A contract's code changes. */
export const CODE = defineStep({
  kind: 'code',
  schema: Type.Object(
    {
      at: text('token or contract'),
      set: optional(text('code to put there, e.g. "0x00"')),
      says: optional(
        Type.String({
          description: 'text that the code there answers to every call, as a token does to name()',
          maxLength: 10_000,
        }),
      ),
    },
    { ...closed, description: "change a contract's code, or let it say something" },
  ),
  traits: ['fault'],
  read({ at, set, says }, path, reader) {
    if ((set === undefined) === (says === undefined)) {
      reader.problem(path, 'expected either set or says', 'write set: "0x…" or says: some text')
    }
    return {
      at: readContract(at, [...path, 'at'], reader),
      code: says === undefined ? reader.bytes(set ?? '0x', [...path, 'set']) : writeSayingCode(says),
    }
  },
  run: ({ at, code }, { stage }) => stage.contracts.setCode(resolveContract(stage, at), code),
  title: ({ at }) => `change the code of ${at}`,
  faults: { kinds: ['code-changed'], of: () => ['code-changed'] },
})
