import { createTheme, type CSSVariablesResolver, type MantineThemeOverride } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { createElement } from 'react';
import { brandScale, colors } from './colors.ts';

/** Mantine dressed in the product's tokens; sizes are those of a dense back office (32 px controls, 14 px text). */
export const theme = createTheme({
  colors,
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  fontFamily: 'var(--sp-font)',
  fontFamilyMonospace: 'var(--sp-mono)',
  headings: {
    fontFamily: 'var(--sp-font)',
    fontWeight: '600',
    sizes: { h1: { fontSize: '18px' }, h2: { fontSize: '16px' }, h3: { fontSize: '14px' } },
  },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '3px', sm: '6px', md: '8px', lg: '12px', xl: '20px' },
  defaultRadius: 'sm',
  black: '#1b2230',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: {
      defaultProps: { size: 'sm', fw: 500 },
      vars: (_theme: unknown, { size }: { size?: unknown }) => ({
        root: { '--button-height': size === 'md' ? '44px' : size === 'xs' ? '26px' : '32px' },
      }),
    },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    // Hints stand below, so that fields beside each other are in one line whether they have one or not.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      styles: { description: { paddingTop: '3px' } },
    },
    // The same sign as on the choices of a filter.
    NativeSelect: {
      defaultProps: { size: 'sm', rightSection: createElement(IconChevronDown, { size: 15 }) },
    },
    Modal: {
      defaultProps: { radius: 'md', centered: true, overlayProps: { backgroundOpacity: 0.4 } },
      styles: { title: { fontSize: '16px', fontWeight: 600 } },
    },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true, transitionProps: { duration: 120 } } },
    Menu: {
      defaultProps: {
        shadow: 'md',
        transitionProps: { duration: 120 },
        // A menu holds items and nothing else; the first of them takes the focus.
        withInitialFocusPlaceholder: false,
      },
    },
  },
});

/**
 * The same theme in the colour of a senior agent's brand; anything that is no `#rrggbb` leaves it as it is. `showPassword` is what the eye
 * of a password's field is called in the language that is shown.
 */
export function brandedTheme(color: string | undefined, showPassword: string): MantineThemeOverride {
  const ink = color ? brandScale(color) : null;
  const visibilityToggleButtonProps = { 'aria-label': showPassword };
  const components = {
    ...theme.components,
    PasswordInput: { defaultProps: { size: 'sm', visibilityToggleButtonProps } },
  };
  return ink
    ? { ...theme, components, colors: { ...colors, ink }, other: { isBranded: true } }
    : { ...theme, components };
}

/** The ink tokens of a brand; the product's own stand in tokens.css. */
function brandTokens(isBranded: boolean, ink: string, tint: string, bar: string): Record<string, string> {
  return isBranded ? { '--sp-ink': ink, '--sp-ink-tint': tint, '--sp-bar-bg': bar } : {};
}

/** A light button is a tint that is seen on both grounds; Mantine has one of its own for each, so ours is said for each too. */
const lightButton: Readonly<Record<string, string>> = {
  '--mantine-color-ink-light': 'var(--sp-ink-tint)',
  '--mantine-color-ink-light-hover': 'color-mix(in oklch, var(--sp-ink) 12%, var(--sp-ink-tint))',
  '--mantine-color-ink-light-color': 'var(--sp-ink)',
};

/** Binds Mantine's variables to ours, and mends the few defaults that miss 4.5 : 1. */
export const cssVariables: CSSVariablesResolver = ({ colors: { ink = colors.ink }, other }) => ({
  variables: {
    '--mantine-line-height': '1.5',
  },
  light: {
    ...brandTokens(other['isBranded'] === true, ink[7], ink[0], ink[9]),
    ...lightButton,
    '--mantine-color-body': 'var(--sp-surface)',
    '--mantine-color-text': 'var(--sp-text)',
    '--mantine-color-dimmed': 'var(--sp-soft)',
    '--mantine-color-placeholder': 'oklch(0.52 0.02 257)',
    '--mantine-color-default-border': 'var(--sp-line-strong)',
    '--mantine-color-error': 'var(--sp-fail)',
    '--mantine-color-success': 'var(--sp-ok)',
    '--mantine-color-anchor': 'var(--sp-ink)',
    '--mantine-color-disabled-color': 'oklch(0.52 0.015 257)',
  },
  dark: {
    ...brandTokens(other['isBranded'] === true, ink[3], `${ink[7]}55`, `${ink[9]}88`),
    ...lightButton,
    '--mantine-color-body': 'var(--sp-surface)',
    '--mantine-color-text': 'var(--sp-text)',
    '--mantine-color-dimmed': 'var(--sp-soft)',
    '--mantine-color-placeholder': 'oklch(0.68 0.015 257)',
    '--mantine-color-default': 'var(--sp-sunken)',
    '--mantine-color-default-hover': 'var(--sp-hover)',
    '--mantine-color-default-border': 'var(--sp-line-strong)',
    '--mantine-color-error': 'var(--sp-fail)',
    '--mantine-color-success': 'var(--sp-ok)',
    '--mantine-color-anchor': 'var(--sp-ink)',
    '--mantine-color-disabled-color': 'oklch(0.66 0.015 257)',
  },
});
