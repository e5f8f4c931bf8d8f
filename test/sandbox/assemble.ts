import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import wabt from 'wabt'

const toolkit = await wabt()

/** Assemble WebAssembly text. */
export function assemble(text: string): Uint8Array<ArrayBuffer> {
  const parsed = toolkit.parseWat('module.wat', text, { tail_call: true, threads: true })
  try {
    return Uint8Array.from(parsed.toBinary({}).buffer)
  } finally {
    parsed.destroy()
  }
}

/** Assemble one of the modules beside this file. */
export const assembleFile = (name: string) =>
  assemble(readFileSync(join(import.meta.dirname, 'modules', `${name}.wat`), 'utf8'))

/** Assemble a module whose entry function has a body; with the imports of the host, a memory and other fields. */
export const assembleEntry = (body: string, fields = '', memory = '(memory (export "memory") 1)') =>
  assemble(`(module
    (import "host" "input_size" (func $input_size (result i32)))
    (import "host" "read_input" (func $read_input (param i32 i32 i32)))
    (import "host" "write_output" (func $write_output (param i32 i32)))
    (import "host" "log" (func $log (param i32 i32)))
    ${memory} ${fields}
    (func (export "execute") ${body}))`)

/** Assemble a module that answers a text. */
export function assembleAnswer(text: string): Uint8Array<ArrayBuffer> {
  const bytes = [...new TextEncoder().encode(text)]
  const data = bytes.map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('')
  const pages = Math.ceil(bytes.length / 65_536) + 1
  return assembleEntry(
    `(call $write_output (i32.const 0) (i32.const ${bytes.length}))`,
    `(data (i32.const 0) "${data}")`,
    `(memory (export "memory") ${pages})`,
  )
}
