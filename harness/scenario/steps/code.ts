import { size } from 'viem'
import { Type } from '../../../tools/core/schema.ts'
import { closed, optional, text } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'
import { readContract } from '../step/read-contract.ts'
import { resolveContract } from '../step/resolve-names.ts'
import { writeSayingCode } from '../step/saying-code.ts'

/** How the code of an account begins that delegates to another's (EIP-7702), and how long it is. */
const DELEGATION = '0xef01'
const DELEGATION_BYTES = 23

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
    const code = says === undefined ? reader.bytes(set ?? '0x', [...path, 'set']) : writeSayingCode(says)
    if (code.startsWith(DELEGATION) && size(code) !== DELEGATION_BYTES) {
      const hint = `write an address of 20 bytes behind ${DELEGATION}00, or other code`
      reader.problem([...path, 'set'], `code that begins as that of a delegated account (EIP-7702)`, hint)
    }
    return { at: readContract(at, [...path, 'at'], reader), code }
  },
  run: ({ at, code }, { stage }) => stage.contracts.setCode(resolveContract(stage, at), code),
  title: ({ at }) => `change the code of ${at}`,
  faults: { kinds: ['code-changed'], of: () => ['code-changed'] },
})
