import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { i18n } from './i18n/index.ts'
import { reportPageErrors } from './page-errors.ts'
import { router } from './router.ts'
import './styles/index.css'

const application = createApp(App).use(createPinia()).use(i18n).use(router)
// A mark for traces and benches: all code of the first screen has been loaded and run.
performance.mark('application')
reportPageErrors(application)
application.mount('#app')
