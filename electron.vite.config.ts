import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { forgetBuild, recordBuild, sourcesNow } from './electron/built.cjs'

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

/**
 * One build for every host. The main bundle holds entries that share their code: the Electron main process, the
 * backend's worker thread, the browser host and the command line; the last two are plain Node programs.
 * better-sqlite3 stays outside (it is the only entry of `dependencies`), everything else is bundled.
 */
export default defineConfig({
  main: {
    plugins: [first],
    build: {
      rolldownOptions: {
        input: {
          main: 'electron/main.ts',
          worker: 'electron/backend/worker.ts',
          web: 'electron/web.ts',
          cli: 'electron/cli.ts',
          // The project's own: entry.cjs starts them in place of their sources.
          start: 'electron/start.ts',
          'try-demo': 'electron/cli/try-demo.ts',
        },
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
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
    plugins: [vue(), last],
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
