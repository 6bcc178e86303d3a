import { ipcRenderer, webUtils } from 'electron'

/**
 * Hands the window its port to the backend, again after the backend was restarted. Nothing is exposed to the page:
 * the port travels by `postMessage`, and a dropped file's path goes to the main process only.
 */
ipcRenderer.on('port', ({ ports }) => window.postMessage('port', window.location.origin, [...ports]))

window.addEventListener('dragover', (event) => event.preventDefault())
window.addEventListener('drop', (event) => {
  event.preventDefault()
  const file = event.dataTransfer?.files[0]
  if (file) ipcRenderer.send('dropped', webUtils.getPathForFile(file))
})
