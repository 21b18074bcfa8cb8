declare module 'virtual:lucide/*' {
  const component: import('#components/ui/icon.tsx').Icon;
  export = component;
}

declare module 'virtual:brand/*' {
  const component: import('#components/ui/icon.tsx').Icon;
  export = component;
}
