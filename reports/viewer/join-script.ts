import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const IMPORT = /^import (\{[^}]*\}) from '(\.\/[\w-]+\.js)'\n/gm
const EXPORT = /^export ((?:const|function|async function) (\w+))/gm

/**
 * Join the modules of the page to one script, each behind those it imports: a page from disk may load no modules.
 *
 * They import and export by name alone, constants and functions, and none under another name.
 */
export function joinScript(entry: string): string {
  const seen = new Set<string>()
  const parts: string[] = []
  const add = (path: string) => {
    if (seen.has(path)) return
    seen.add(path)
    const text = readFileSync(path, 'utf8')
    for (const [, , specifier = ''] of text.matchAll(IMPORT)) add(join(dirname(path), specifier))
    parts.push(wrapModule(path, text))
  }
  add(entry)
  return ['const modules = {}', ...parts].join('\n')
}

// A scope of its own, as a module has: what two of them call the same stays apart.
function wrapModule(path: string, text: string): string {
  const exported = [...text.matchAll(EXPORT)].map(([, , name]) => name)
  const body = text
    .replace(
      IMPORT,
      (_, names: string, specifier: string) => `const ${names} = modules.${nameOf(specifier)}\n`,
    )
    .replace(EXPORT, '$1')
  return `modules.${nameOf(path)} = (() => {\n${body}return { ${exported.join(', ')} }\n})()`
}

/** `call-tree.js` is `callTree`. */
const nameOf = (path: string): string =>
  basename(path, '.js').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
