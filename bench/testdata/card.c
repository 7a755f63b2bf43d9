/* Draws a card with pango and cairo, as often as its standard input asks, and prints the median time of one in
   nanoseconds. Like the painter that it is measured beside, it copies a backdrop that is painted already, keeps its
   surface and the title's layout, and sets the message anew, with another number each time. */
#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct words {
	const char *text; /* # stands for the number */
	int x, y, width, bold;
	double size, line;
};

static cairo_surface_t *card, *backdrop;
static double ink[3];

static cairo_surface_t *surface(int width, int height)
{
	cairo_surface_t *s = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
	if (cairo_surface_status(s) != CAIRO_STATUS_SUCCESS || cairo_image_surface_get_stride(s) != 4 * width) {
		fprintf(stderr, "no surface of %d x %d\n", width, height);
		exit(1);
	}
	return s;
}

static PangoLayout *lay(cairo_t *cr, const struct words *w)
{
	PangoLayout *layout = pango_cairo_create_layout(cr);
	pango_context_set_round_glyph_positions(pango_layout_get_context(layout), FALSE);
	PangoFontDescription *font = pango_font_description_new();
	pango_font_description_set_family_static(font, "DejaVu Sans");
	pango_font_description_set_weight(font, w->bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
	pango_font_description_set_absolute_size(font, w->size * PANGO_SCALE);
	pango_layout_set_font_description(layout, font);
	pango_font_description_free(font);
	pango_layout_set_width(layout, w->width * PANGO_SCALE);
	pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
	PangoAttrList *attributes = pango_attr_list_new();
	pango_attr_list_insert(attributes, pango_attr_line_height_new_absolute(w->line * PANGO_SCALE));
	pango_layout_set_attributes(layout, attributes);
	pango_attr_list_unref(attributes);
	pango_layout_set_text(layout, w->text, -1);
	return layout;
}

static void draw(cairo_t *cr, PangoLayout *layout, const struct words *w, int number)
{
	const char *hash = strchr(w->text, '#');
	if (hash) {
		char text[1024];
		snprintf(text, sizeof text, "%.*s%d%s", (int)(hash - w->text), w->text, number, hash + 1);
		pango_layout_set_text(layout, text, -1);
	}
	cairo_set_source_rgb(cr, ink[0], ink[1], ink[2]);
	cairo_move_to(cr, w->x, w->y);
	pango_cairo_show_layout(cr, layout);
}

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static struct words words(char **arg, int bold)
{
	struct words w = {arg[0], atoi(arg[1]), atoi(arg[2]), atoi(arg[3]), bold, atof(arg[4]), atof(arg[5])};
	return w;
}

/* WIDTH HEIGHT BACKDROP OUT REGULAR BOLD INK, then TEXT X Y WIDTH SIZE LINE of the title and of the message */
int main(int count, char **arg)
{
	if (count != 20)
		return 2;
	int width = atoi(arg[1]), height = atoi(arg[2]);
	card = surface(width, height);
	backdrop = surface(width, height);
	FILE *in = fopen(arg[3], "rb");
	size_t bytes = 4 * (size_t)width * height;
	if (!in || fread(cairo_image_surface_get_data(backdrop), 1, bytes, in) != bytes)
		return 3;
	fclose(in);
	cairo_surface_mark_dirty(backdrop);
	if (!FcConfigAppFontAddFile(NULL, (FcChar8 *)arg[5]) || !FcConfigAppFontAddFile(NULL, (FcChar8 *)arg[6]))
		return 4;
	unsigned rgb = strtoul(arg[7], NULL, 16);
	for (int i = 0; i < 3; i++)
		ink[i] = (rgb >> (16 - 8 * i) & 255) / 255.0;

	cairo_t *cr = cairo_create(card);
	cairo_font_options_t *options = cairo_font_options_create();
	cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
	cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
	cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
	cairo_set_font_options(cr, options);
	struct words parts[2] = {words(arg + 8, 1), words(arg + 14, 0)};
	PangoLayout *layouts[2] = {lay(cr, &parts[0]), lay(cr, &parts[1])};

	int asked, number = 0;
	while (scanf("%d", &asked) == 1 && asked > 0) {
		double *times = malloc(asked * sizeof *times);
		for (int i = 0; i < asked; i++) {
			double began = now();
			cairo_set_operator(cr, CAIRO_OPERATOR_SOURCE);
			cairo_set_source_surface(cr, backdrop, 0, 0);
			cairo_paint(cr);
			cairo_set_operator(cr, CAIRO_OPERATOR_OVER);
			for (int k = 0; k < 2; k++)
				draw(cr, layouts[k], &parts[k], 10 + number % 90);
			cairo_surface_flush(card);
			times[i] = now() - began;
			number++;
		}
		qsort(times, asked, sizeof *times, by_size);
		double median = times[asked / 2];
		free(times);
		FILE *out = fopen(arg[4], "wb"); /* the last card, to be looked at */
		if (!out || fwrite(cairo_image_surface_get_data(card), 1, bytes, out) != bytes || fclose(out))
			return 5;
		printf("%.0f\n", median);
		fflush(stdout);
	}
	return 0;
}
