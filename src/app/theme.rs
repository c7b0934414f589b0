//! Colors, fonts and spacing of the window's panels, in a dark and a light theme. The colors of marks in pictures are
//! in `picture::marks::theme`.

use std::sync::Arc;

use contact_lens_picture::{Role, Theme, font};
use egui::style::WidgetVisuals;
use egui::{
    Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Margin, Shadow, Stroke, TextStyle, Visuals,
    vec2,
};

/// Colors of the panels in one theme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Whether the theme is dark.
    pub dark: bool,
    /// Background between panels.
    pub gap: Color32,
    /// Background of panels.
    pub panel: Color32,
    /// Background of fields, rows and buttons.
    pub raised: Color32,
    /// Background of fields, rows and buttons under the pointer.
    pub hovered: Color32,
    /// Lines between rows and in plots.
    pub line: Color32,
    /// Text that is neither secondary nor emphasized.
    pub text: Color32,
    /// Secondary text.
    pub weak: Color32,
    /// Titles and important numbers.
    pub strong: Color32,
    /// Active line, playhead, selection.
    pub accent: Color32,
    /// Background of the active line.
    pub accent_fill: Color32,
    /// Proven answers and passed checks.
    pub good: Color32,
    /// Warnings and open results.
    pub warn: Color32,
    /// Errors and failures.
    pub bad: Color32,
}

impl Look {
    /// Light text on dark panels.
    pub const DARK: Self = Self {
        dark: true,
        gap: Color32::from_rgb(0x0e, 0x11, 0x16),
        panel: Color32::from_rgb(0x17, 0x1b, 0x21),
        raised: Color32::from_rgb(0x22, 0x28, 0x31),
        hovered: Color32::from_rgb(0x2d, 0x35, 0x41),
        line: Color32::from_rgb(0x2a, 0x31, 0x3b),
        text: Color32::from_rgb(0xc9, 0xd1, 0xdb),
        weak: Color32::from_rgb(0x99, 0xa4, 0xb3),
        strong: Color32::from_rgb(0xf1, 0xf5, 0xf9),
        accent: Color32::from_rgb(0x5a, 0xb0, 0xf2),
        accent_fill: Color32::from_rgb(0x1d, 0x3a, 0x55),
        good: Color32::from_rgb(0x35, 0xc4, 0x94),
        warn: Color32::from_rgb(0xf0, 0xb4, 0x3c),
        bad: Color32::from_rgb(0xff, 0x7a, 0x52),
    };

    /// Dark text on light panels.
    pub const LIGHT: Self = Self {
        dark: false,
        gap: Color32::from_rgb(0xd5, 0xda, 0xe1),
        panel: Color32::from_rgb(0xf7, 0xf8, 0xfa),
        raised: Color32::from_rgb(0xe9, 0xec, 0xf1),
        hovered: Color32::from_rgb(0xdc, 0xe2, 0xea),
        line: Color32::from_rgb(0xd9, 0xde, 0xe5),
        text: Color32::from_rgb(0x2b, 0x32, 0x3c),
        weak: Color32::from_rgb(0x58, 0x63, 0x72),
        strong: Color32::from_rgb(0x0c, 0x11, 0x18),
        accent: Color32::from_rgb(0x00, 0x66, 0xad),
        accent_fill: Color32::from_rgb(0xcf, 0xe4, 0xf6),
        good: Color32::from_rgb(0x00, 0x70, 0x4f),
        warn: Color32::from_rgb(0x87, 0x55, 0x00),
        bad: Color32::from_rgb(0xad, 0x3b, 0x00),
    };

    /// Returns the dark theme if `dark` is true, otherwise the light one.
    pub fn of(dark: bool) -> Self {
        if dark { Self::DARK } else { Self::LIGHT }
    }

    /// Returns the theme in which `ui` is drawn.
    pub(super) fn get(ui: &egui::Ui) -> Self {
        Self::of(ui.visuals().dark_mode)
    }

    /// Returns the theme of the pictures that belongs to this theme of panels.
    pub(super) fn theme(&self) -> Theme {
        if self.dark { Theme::Dark } else { Theme::Light }
    }

    /// Converts a color of the pictures, with straight alpha.
    pub(super) fn to_egui_color([r, g, b, a]: [u8; 4]) -> Color32 {
        Color32::from_rgba_unmultiplied(r, g, b, a)
    }

    /// Returns the opaque stroke color of a role in the pictures.
    pub(super) fn ink(&self, role: Role) -> Color32 {
        let [r, g, b, _] = self.theme().ink(role).stroke;
        Color32::from_rgb(r, g, b)
    }

    /// Returns the font family of the semibold weight.
    pub(super) fn strong_family() -> FontFamily {
        FontFamily::Name("strong".into())
    }

    /// Sets the theme in egui, unless it is set already, and installs the fonts at the first call.
    pub(super) fn apply(&self, ctx: &egui::Context) {
        let theme = if self.dark { egui::Theme::Dark } else { egui::Theme::Light };
        // Id under which egui keeps whether the dark theme was set by the last call.
        let id = egui::Id::unique("contact-lens-look");
        // `None` at the first call.
        let was_dark = ctx.data(|data| data.get_temp::<bool>(id));
        if was_dark == Some(self.dark) {
            return;
        }
        if was_dark.is_none() {
            ctx.set_fonts(fonts());
        }
        ctx.data_mut(|data| data.insert_temp(id, self.dark));
        ctx.set_theme(theme);
        ctx.style_mut_of(theme, |style| {
            style.visuals = self.visuals();
            style.text_styles = [
                (TextStyle::Small, FontId::new(11.0, FontFamily::Proportional)),
                (TextStyle::Body, FontId::new(13.0, FontFamily::Proportional)),
                (TextStyle::Button, FontId::new(13.0, FontFamily::Proportional)),
                (TextStyle::Heading, FontId::new(16.0, FontFamily::Proportional)),
                (TextStyle::Monospace, FontId::new(12.0, FontFamily::Monospace)),
            ]
            .into();
            let spacing = &mut style.spacing;
            spacing.item_spacing = vec2(6.0, 4.0);
            spacing.button_padding = vec2(7.0, 3.0);
            spacing.interact_size = vec2(24.0, 20.0);
            spacing.menu_margin = Margin::same(6);
            spacing.window_margin = Margin::same(12);
            spacing.indent = 12.0;
            spacing.scroll = egui::style::ScrollStyle::thin();
            spacing.tooltip_width = 320.0;
            style.interaction.selectable_labels = false;
            style.interaction.tooltip_delay = 0.35;
            style.animation_time = 0.08;
        });
    }

    /// Returns egui's settings for the colors, strokes and corners of widgets and windows.
    fn visuals(&self) -> Visuals {
        let mut visuals = if self.dark { Visuals::dark() } else { Visuals::light() };
        visuals.panel_fill = self.panel;
        visuals.window_fill = self.panel;
        visuals.window_stroke = Stroke::new(1.0, self.line);
        visuals.window_corner_radius = CornerRadius::same(8);
        visuals.menu_corner_radius = CornerRadius::same(6);
        visuals.extreme_bg_color = self.gap;
        visuals.faint_bg_color = self.raised.gamma_multiply(0.45);
        visuals.code_bg_color = self.raised;
        visuals.text_edit_bg_color = Some(self.raised);
        visuals.weak_text_color = Some(self.weak);
        visuals.hyperlink_color = self.accent;
        visuals.warn_fg_color = self.warn;
        visuals.error_fg_color = self.bad;
        visuals.selection.bg_fill = self.accent_fill;
        visuals.selection.stroke = Stroke::new(1.0, self.accent);
        visuals.slider_trailing_fill = true;
        visuals.indent_has_left_vline = false;
        let shadow = Shadow {
            offset: [0, 6],
            blur: 18,
            spread: 0,
            color: Color32::from_black_alpha(if self.dark { 120 } else { 40 }),
        };
        visuals.window_shadow = shadow;
        visuals.popup_shadow = shadow;
        let widgets = &mut visuals.widgets;
        set_widget_colors(&mut widgets.noninteractive, self.panel, self.text);
        set_widget_colors(&mut widgets.inactive, self.raised, self.text);
        set_widget_colors(&mut widgets.hovered, self.hovered, self.strong);
        set_widget_colors(&mut widgets.active, self.accent_fill, self.strong);
        set_widget_colors(&mut widgets.open, self.hovered, self.strong);
        widgets.noninteractive.bg_stroke = Stroke::new(1.0, self.line);
        widgets.active.bg_stroke = Stroke::new(1.0, self.accent);
        visuals
    }
}

/// Sets the colors of a widget in one state, which has no rim and does not grow under the pointer.
fn set_widget_colors(widget: &mut WidgetVisuals, fill: Color32, text: Color32) {
    widget.bg_fill = fill;
    widget.weak_bg_fill = fill;
    widget.bg_stroke = Stroke::NONE;
    widget.fg_stroke = Stroke::new(1.0, text);
    widget.corner_radius = CornerRadius::same(4);
    widget.expansion = 0.0;
}

/// Returns the fonts: Inter for text, egui's own for code, and one with mathematical symbols for both.
fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    for (name, bytes) in [("inter", font::REGULAR), ("inter-strong", font::SEMIBOLD), ("math", font::MATH)] {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
    }
    let fallbacks = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    for (family, first) in [(FontFamily::Proportional, "inter"), (Look::strong_family(), "inter-strong")] {
        let names = [vec![first.to_owned(), String::from("math")], fallbacks.clone()].concat();
        fonts.families.insert(family, names);
    }
    fonts.families.entry(FontFamily::Monospace).or_default().push(String::from("math"));
    fonts
}

#[cfg(test)]
mod tests {
    use super::Look;
    use contact_lens_picture::marks::theme::contrast;

    #[test]
    fn all_inks_contrast_with_all_backgrounds() {
        for look in [Look::DARK, Look::LIGHT] {
            let backgrounds = [look.panel, look.raised, look.hovered, look.accent_fill];
            let inks = [look.text, look.weak, look.strong, look.accent, look.good, look.warn, look.bad];
            for (ink, background) in inks.iter().flat_map(|ink| backgrounds.map(|background| (*ink, background))) {
                let ratio = contrast(ink.to_array(), background.to_array());
                assert!(ratio >= 4.5, "{ink:?} on {background:?}, dark: {}: {ratio:.2}", look.dark);
            }
            // Highlighted buttons have text in the color of panels.
            for fill in [look.accent, look.bad] {
                assert!(contrast(look.panel.to_array(), fill.to_array()) >= 4.5, "dark: {}", look.dark);
            }
        }
    }
}
