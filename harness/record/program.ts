import { sep } from 'node:path'

/** How the command line is called from the folder of a checkout: by its path, so that no registry is asked for its name. */
export const CHECKOUT_PROGRAM = './bin/assay.mjs'

/** Whether this is one of the packages that are installed. */
export const IS_INSTALLED = import.meta.dirname.split(sep).includes('node_modules')

/** How it is called from the project's folder. */
export const PROGRAM = IS_INSTALLED ? './node_modules/assay/bin/assay.mjs' : CHECKOUT_PROGRAM

/** Quote a word of a command for a shell; one of several lines as bash, zsh and POSIX 2024 write it in one. */
export function quoteWord(word: string): string {
  if (!/["$`\\!\n]/.test(word)) return `"${word}"`
  if (word.includes('\n')) return `$'${word.replaceAll(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}'`
  return `'${word.replaceAll("'", `'\\''`)}'`
}

/** Write the option of a seed, which may be any text. */
export const seedOption = (seed: string): string =>
  `--seed ${/^[\w.:-]+$/.test(seed) ? seed : quoteWord(seed)}`

/** Write the command that runs a scenario again. */
export const replayCommand = (id: string, seed: string, options = ''): string =>
  `${PROGRAM} replay ${quoteWord(id)} ${seedOption(seed)}${options}`
