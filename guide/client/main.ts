// The script of a page: search, the theme, copying code, and marking the section that is read.
import './guide.css'
import { installCopyButtons } from './copy-buttons.ts'
import { installSearch } from './search.ts'
import { installSectionMark } from './section-mark.ts'
import { installThemeButton } from './theme-button.ts'

installSearch(document.documentElement.dataset['base'] ?? '/')
installThemeButton()
installCopyButtons()
installSectionMark()
document.querySelector('nav.contents [aria-current]')?.scrollIntoView({ block: 'center' })
