import { readFileSync } from 'node:fs'
import path from 'node:path'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { FONT_FILES } from './electron/exports/forms/pdf/font-files.ts'
import { forgetBuild, recordBuild, sourcesNow } from './electron/built.cjs'
import { papers } from './packaging/licences/papers.ts'

/** Records what the build was made from (electron/built.cjs). The main bundle is made first, the window last. */
function recordedSources(): { first: Plugin; last: Plugin } {
  const root = import.meta.dirname
  let sources = sourcesNow(root)
  return {
    first: {
      name: 'forget-the-build-before',
      apply: 'build',
      buildStart() {
        forgetBuild(root)
        sources = sourcesNow(root)
      },
    },
    last: { name: 'record-the-build', apply: 'build', closeBundle: () => recordBuild(root, sources) },
  }
}
const { first, last } = recordedSources()
const { watch, write } = papers(import.meta.dirname)

/**
 * The window's first module opens the connection and then imports the application (renderer/main.ts). This names what the
 * application needs in the page itself, so that all of it is fetched at once and nothing waits for the first module.
 * It brings less than 30 ms by itself, but `compiledAhead` needs it: in a single module graph nothing runs before all of it
 * is compiled, which cost about 580 ms (8 alternating starts on a busy machine).
 */
function applicationInPage(): Plugin {
  return {
    name: 'application-in-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {}, chunk }) {
        const seen = new Set(chunk ? [chunk.fileName, ...chunk.imports] : [])
        const files: { tag: 'link'; attrs: Record<string, string | boolean>; injectTo: 'head' }[] = []
        const visit = (name: string): void => {
          const part = bundle[name]
          if (seen.has(name) || part?.type !== 'chunk') return
          seen.add(name)
          const link = (attrs: Record<string, string | boolean>) =>
            files.push({ tag: 'link', attrs: { crossorigin: true, ...attrs }, injectTo: 'head' })
          link({ rel: 'modulepreload', href: `./${name}` })
          part.imports.forEach(visit)
          for (const css of part.viteMetadata?.importedCss ?? []) link({ rel: 'stylesheet', href: `./${css}` })
        }
        chunk?.dynamicImports.slice(0, 1).forEach(visit)
        return files
      },
    },
  }
}

/**
 * Nearly every function of the first screen's chunks is called while it is drawn. This line makes Chromium compile them
 * all while they are being fetched, beside the page's main thread. Brings 6 to 28 ms: measured by the CPU time of the
 * page's main thread until the first rows, 12 alternating starts. It stays for the bench's row (c), whose other side, an
 * empty page of the same build, is compiled ahead as well: with both plugins 1.4 to 1.6 on a busy machine, with neither 2.2
 * to 2.4.
 */
function compiledAhead(): Plugin {
  return {
    name: 'compiled-ahead',
    apply: 'build',
    generateBundle(_options, bundle) {
      const seen = new Set<string>()
      const visit = (name: string): void => {
        const part = bundle[name]
        if (seen.has(name) || part?.type !== 'chunk') return
        seen.add(name)
        part.code = `//# allFunctionsCalledOnLoad\n${part.code}`
        part.imports.forEach(visit)
      }
      const first = Object.values(bundle).find((part) => part.type === 'chunk' && part.isEntry)
      if (first?.type !== 'chunk') throw new Error('The window has no first module.')
      visit(first.fileName)
      first.dynamicImports.slice(0, 1).forEach(visit)
    },
  }
}

/** The letters of reports, beside the thread that lays pages out: Roboto as pdfmake brings it, with Cyrillic, and two more. */
function fontsOfReports(): Plugin {
  return {
    name: 'fonts-of-reports',
    apply: 'build',
    generateBundle() {
      for (const file of Object.values(FONT_FILES).flatMap(({ regular, medium }) => [regular, medium]))
        this.emitFile({
          type: 'asset',
          fileName: `fonts/${path.basename(file)}`,
          source: readFileSync(path.join(import.meta.dirname, 'node_modules', file)),
        })
    },
  }
}

/**
 * One build for every host. The main bundle holds entries that share their code: the Electron main process, the
 * backend's worker thread, the one that lays pages out, the browser host and the command line; the last two are plain Node programs.
 * better-sqlite3 and the keyring stay outside (native modules, the only entries of `dependencies`), everything else is bundled.
 */
export default defineConfig({
  main: {
    plugins: [first, fontsOfReports(), watch()],
    build: {
      rolldownOptions: {
        input: {
          main: 'electron/main.ts',
          worker: 'electron/backend/worker.ts',
          sharing: 'electron/book/sharing/worker.ts',
          backups: 'electron/book/backups/worker.ts',
          analyst: 'electron/analyst/worker.ts',
          log: 'electron/log/worker.ts',
          works: 'electron/works/worker.ts',
          assistant: 'electron/assistant/worker.ts',
          query: 'electron/questions/child/worker.ts',
          'query-starter': 'electron/questions/starter/worker.ts',
          imports: 'electron/imports/worker.ts',
          evidence: 'electron/exports/evidence/worker.ts',
          paper: 'electron/exports/forms/pdf/worker.ts',
          web: 'electron/web.ts',
          cli: 'electron/cli.ts',
          // The project's own: entry.cjs starts them in place of their sources.
          start: 'electron/start.ts',
          'try-demo': 'electron/cli/try-demo.ts',
        },
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: 'chunks/[name]-[hash].cjs' },
      },
    },
  },
  preload: {
    plugins: [watch()],
    build: {
      // A sandboxed window loads one CommonJS file and can require nothing but `electron`.
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: 'electron/preload.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    base: './',
    plugins: [vue(), applicationInPage(), compiledAhead(), watch(), write, last],
    worker: { plugins: () => [watch()] },
    build: {
      // electron-vite does not minify by itself; a fast start does.
      minify: 'oxc',
      // Fonts and icons as files: the Content-Security-Policy allows no data: fonts.
      assetsInlineLimit: 0,
      // The charts' library is one chunk of 550 kB; it is read from this machine's disk.
      chunkSizeWarningLimit: 1000,
      rolldownOptions: { input: 'renderer/index.html' },
    },
  },
})
