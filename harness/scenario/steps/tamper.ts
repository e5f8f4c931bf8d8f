import { Type } from '../../../tools/core/schema.ts'
import { closed, named, text } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'
import { readPermit } from '../step/read-permit.ts'
import { TAMPER_FIELDS, tamperPermit } from '../tamper-permit.ts'

/** A stored permit is falsified behind the back of the stack. */
export const TAMPER = defineStep({
  kind: 'tamper',
  schema: Type.Object(
    {
      permit: text('the permit, e.g. ${permit}'),
      field: named(TAMPER_FIELDS, 'part of the stored permit to falsify'),
    },
    { ...closed, description: 'falsify a stored permit behind the back of the stack' },
  ),
  traits: ['fault'],
  read: ({ permit, field }, path, reader) => ({
    permit: readPermit(permit, [...path, 'permit'], reader),
    field: reader.choose([...path, 'field'], 'field of a permit', field, TAMPER_FIELDS),
  }),
  run: ({ permit, field }, { stage, permitOf }) =>
    tamperPermit(stage.session.database, permitOf(permit), field),
  title: ({ field }) => `tamper with ${field}`,
  faults: { kinds: ['permit-tampered'], of: () => ['permit-tampered'] },
})
